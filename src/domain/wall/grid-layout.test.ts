import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanLayout, formatNamedLayout, layoutName, readNamedLayout } from './grid-layout.ts';
import { MAX_POSITION, MAX_POSITIONS } from './positions.ts';

const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`c${at}`, { x: at, y: at }]));

describe('the layout of a group', () => {
  it('is read whole', () => {
    const layout = {
      positions: { c1: { x: 12.5, y: 30 } },
      backgroundImageKey: 'k1',
      backgroundImageUrl: 'https://media.example/plan.png',
      bgWidth: 1_200,
      bgHeight: 800,
      zoomPercent: 80,
      tileSize: 40,
    };
    expect(cleanLayout(layout)).toEqual({
      positions: { c1: { x: 12.5, y: 30 } },
      background: { url: 'https://media.example/plan.png', key: 'k1', width: 1_200, height: 800 },
      zoomPercent: 80,
      tileSize: 40,
      droppedCount: 0,
    });
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a list', []],
    ['a text', 'layout'],
    ['positions that are a list', { positions: [{ x: 1, y: 1 }] }],
  ])('is empty where there is %s', (_, value) => {
    expect(cleanLayout(value).positions).toEqual({});
  });

  it.each([
    ['no number', { x: 'left', y: 0 }],
    ['not a number', { x: Number.NaN, y: 0 }],
    ['endless', { x: Number.POSITIVE_INFINITY, y: 0 }],
    ['half', { x: 1 }],
    ['nothing', null],
  ])('leaves out a position that is %s, and counts it', (_, position) => {
    const { positions, droppedCount } = cleanLayout({ positions: { good: { x: 1, y: 2 }, bad: position } });
    expect(positions).toEqual({ good: { x: 1, y: 2 } });
    expect(droppedCount).toBe(1);
  });

  it('brings what is far outside to the border', () => {
    const { positions } = cleanLayout({ positions: { a: { x: -5_000, y: 1e12 } } });
    expect(positions.a).toEqual({ x: 0, y: MAX_POSITION });
  });

  it('keeps as many positions as a wall can show, and no huge names', () => {
    const { positions, droppedCount } = cleanLayout({ positions: many(10_000) });
    expect(Object.keys(positions)).toHaveLength(MAX_POSITIONS);
    expect(droppedCount).toBe(8_000);
    expect(cleanLayout({ positions: { ['x'.repeat(129)]: { x: 1, y: 1 } } }).positions).toEqual({});
  });

  it.each([
    ['javascript:alert(1)', 10, 10],
    ['data:image/svg+xml,<svg/>', 10, 10],
    ['//elsewhere.example/plan.png', 10, 10],
    ['https://media.example/plan.png', 0, 10],
    ['https://media.example/plan.png', Number.NaN, 10],
    ['https://media.example/plan.png', 40_000, 40_000],
    [`https://media.example/${'x'.repeat(3_000)}`, 10, 10],
  ])('has no background %s of %d × %d', (backgroundImageUrl, bgWidth, bgHeight) => {
    expect(cleanLayout({ backgroundImageUrl, bgWidth, bgHeight }).background).toBeUndefined();
  });

  it.each([
    [undefined, 100],
    [0, 100],
    [Number.NaN, 100],
    ['200', 100],
    [9_999, 400],
    [55, 55],
  ])('with a zoom of %s is shown at %i', (zoomPercent, shown) => {
    expect(cleanLayout({ zoomPercent }).zoomPercent).toBe(shown);
  });

  it('never breaks, whatever stands there', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (value, positions) => {
        for (const layout of [cleanLayout(value), cleanLayout({ positions })])
          for (const { x, y } of Object.values(layout.positions))
            expect([x, y].every((each) => each >= 0 && each <= MAX_POSITION)).toBe(true);
      }),
    );
  });
});

describe('a layout under a name', () => {
  it('comes back as it was stored', () => {
    const answer = readNamedLayout(formatNamedLayout({ c1: { x: 1, y: 2 } }, 40));
    expect(answer).toEqual({
      name: 'read',
      layout: { version: 1, positions: { c1: { x: 1, y: 2 } }, size: 40 },
      droppedCount: 0,
    });
  });

  it('without a version is positions alone', () => {
    expect(readNamedLayout('{"c1":{"x":1,"y":2}}')).toMatchObject({
      name: 'read',
      layout: { positions: { c1: { x: 1, y: 2 } }, size: undefined },
    });
  });

  it.each([
    ['unreadable', ''],
    ['unreadable', 'no JSON'],
    ['unreadable', '[]'],
    ['unreadable', '{"version":"2","positions":{}}'],
    ['unreadable', '{"version":1,"positions":{"a":{"x":"left"}}}'],
    ['newer', '{"version":2,"positions":{"a":{"x":1,"y":1}}}'],
    ['empty', '{"version":1,"positions":{}}'],
    ['too-large', ' '.repeat(1_048_577)],
  ])('is refused as %s', (why, text) => {
    expect(readNamedLayout(text)).toEqual({ name: 'refused', why });
  });

  it('counts what it leaves out', () => {
    const text = '{"version":1,"positions":{"a":{"x":1,"y":1},"b":{"x":null,"y":1}}}';
    expect(readNamedLayout(text)).toMatchObject({ name: 'read', droppedCount: 1 });
  });

  it('never breaks, whatever its text is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(['read', 'refused']).toContain(readNamedLayout(text).name);
      }),
    );
  });

  it('has a name that is trimmed', () => {
    expect(layoutName('  Room 3 ')).toBe('Room 3');
    expect(layoutName('   ')).toBe('');
    expect(layoutName('\u200b\u2060')).toBe('');
    expect(layoutName('x'.repeat(500))).toHaveLength(100);
  });
});
