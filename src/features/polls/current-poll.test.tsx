import { afterEach, expect, test } from 'vitest';
import { signedIn } from '#session/fakes/signed-in.ts';
import { session } from '#session/session-state.ts';
import { currentPolls, pollKey } from './current-poll.ts';

afterEach(() => {
  currentPolls.close('g1');
  session.state = { name: 'unknown' };
  sessionStorage.clear();
});

test('a question is kept when the page goes, for the person whose it is, and not after signing out', () => {
  session.state = signedIn({ userId: 'tess' });
  currentPolls.ask('g1', {
    question: { type: 'shortAnswer', body: 'Why?', answers: [] },
    audience: { groupId: 'g1' },
    recipients: [],
  });
  dispatchEvent(new Event('pagehide'));
  expect(JSON.parse(sessionStorage.getItem('lectern-polls') ?? '{}')).toMatchObject({
    owner: 'console:s tess',
    polls: { g1: { question: { body: 'Why?' } } },
  });
  sessionStorage.clear();
  session.state = { name: 'signed-out' };
  dispatchEvent(new Event('pagehide'));
  expect(sessionStorage.length).toBe(0);
});

test('a question to a device that is looked at by itself is no question to another one, nor to its group', () => {
  const group = { kind: 'group', groupId: 'c1', title: '7A', isWhole: () => true } as const;
  const keys = [group, { kind: 'device', clientId: 'c1' }, { kind: 'device', clientId: 'c2' }] as const;
  expect(new Set(keys.map(pollKey)).size).toBe(3);
});
