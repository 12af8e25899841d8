import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareTiles, displayLeft, type TileRank, tileState } from './tile-state.ts';

describe('the state of a tile', () => {
  const here = { isOffline: false, hasInfo: true, isPrivate: false };
  it.each([
    ['picture', here, 'shown'],
    ['unavailable', here, 'none'],
    ['undecodable', here, 'undecodable'],
    ['noData', { ...here, hasInfo: false }, 'none'],
    ['picture', { ...here, hasInfo: false }, 'shown'],
    ['privacy', { ...here, isPrivate: true }, 'shown'],
    ['privacy', { ...here, isPrivate: true }, 'undecodable'],
    ['offline', { ...here, isOffline: true }, 'shown'],
    ['offline', { ...here, isOffline: true, isPrivate: true }, 'none'],
    ['offline', undefined, 'none'],
  ] as const)('is %s for %j with a picture that is %s', (state, client, thumbnail) => {
    expect(tileState({ client, thumbnail })).toBe(state);
  });
});

describe('the order of tiles', () => {
  const tile = (key: string, more: Partial<TileRank> = {}): TileRank => ({
    key,
    name: key,
    hostname: '',
    isOnline: true,
    ...more,
  });

  it('is online first, then by name, as people count', () => {
    const tiles = [
      tile('a', { name: 'Pupil 10' }),
      tile('b', { name: 'pupil 9' }),
      tile('c', { name: '' }),
      tile('d', { name: 'Ada', isOnline: false }),
      tile('e', { name: 'Pupil 10', hostname: 'pc-2' }),
      tile('f', { name: 'Pupil 10', hostname: 'pc-1' }),
    ];
    expect(tiles.sort(compareTiles).map(({ key }) => key)).toEqual(['b', 'f', 'e', 'a', 'c', 'd']);
  });

  it('is one order, whoever comes first', () => {
    const rank = fc.record({
      key: fc.string({ maxLength: 3 }),
      name: fc.string({ maxLength: 3 }),
      hostname: fc.string({ maxLength: 3 }),
      isOnline: fc.boolean(),
    });
    fc.assert(
      fc.property(rank, rank, rank, (a, b, c) => {
        expect(Math.sign(compareTiles(a, b))).toBe(-Math.sign(compareTiles(b, a)) + 0);
        if (compareTiles(a, b) <= 0 && compareTiles(b, c) <= 0)
          expect(compareTiles(a, c)).toBeLessThanOrEqual(0);
      }),
    );
  });
});

describe('a display that is not there any more', () => {
  const [one, two] = [{ id: 'd1', primary: true }, { id: 'd2' }];
  it.each([
    [[one, two], undefined, { name: 'keep' }],
    [[one, two], 'd2', { name: 'keep' }],
    [[one], 'd2', { name: 'choose', displayId: undefined }],
    [[two, one], 'd9', { name: 'choose', displayId: 'd2' }],
    // The device has not told its displays: nothing is known to be gone.
    [[], 'd2', { name: 'keep' }],
  ])('of %j, where %s was chosen, leads to %j', (displays, chosen, answer) => {
    expect(displayLeft(displays, chosen)).toEqual(answer);
  });
});
