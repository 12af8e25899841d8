import { describe, expect, test } from 'vitest';
import { isOneOfPair, supersedes } from './supersedes.ts';

const said = (action: string, parameters: Record<string, unknown> = {}) => ({ action, parameters });

describe('the newest of a pair takes the place of the older one', () => {
  test.each([
    ['lock', said('lock'), said('unlock')],
    ['sound', said('mute'), said('unmute')],
    ['inputs', said('userInputs', { block: true }), said('userInputs', { block: false })],
    ['full screen', said('fullScreen', { enabled: true }), said('fullScreen', { enabled: false })],
    ['a lock with another message', said('lock', { content: 'a' }), said('lock', { content: 'b' })],
    ['sign-in', said('login', { username: 'ann' }), said('login', { username: 'ben' })],
  ])('%s, in either order', (_, one, other) => {
    expect(supersedes(one, other)).toBe(true);
    expect(supersedes(other, one)).toBe(true);
  });

  test('screen shares: the end takes the place of its own session only', () => {
    const stop = said('stopShareScreen', { sessionId: 's1' });
    for (const action of ['broadcast', 'shareScreen']) {
      expect(supersedes(stop, said(action, { session: { id: 's1' } }))).toBe(true);
      expect(supersedes(stop, said(action, { session: { id: 's2' } }))).toBe(false);
      expect(supersedes(said('stopShareScreen'), said(action, { session: { id: 's2' } }))).toBe(true);
    }
    expect(supersedes(said('stopShareScreen'), stop)).toBe(true);
    expect(supersedes(stop, said('stopShareScreen'))).toBe(false);
  });

  test('a broadcast that is said again leaves the one before as it was', () => {
    const broadcast = said('broadcast', { session: { id: 's1' } });
    expect(supersedes(broadcast, broadcast)).toBe(false);
  });

  test('a new share does not take the place of the end of all the others', () => {
    const stop = said('stopShareScreen');
    expect(supersedes(said('broadcast', { session: { id: 's2' } }), stop)).toBe(false);
  });
});

test('actions of different pairs, and those that are of none, leave each other alone', () => {
  expect(supersedes(said('mute'), said('lock'))).toBe(false);
  expect(supersedes(said('launch'), said('launch'))).toBe(false);
  expect(supersedes(said('constructor'), said('constructor'))).toBe(false);
  expect([said('launch'), said('lock'), said('poll')].map(isOneOfPair)).toEqual([false, true, false]);
});
