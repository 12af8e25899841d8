import { afterEach, expect, test } from 'vitest';
import type { AuthState } from '../../session/auth-state.ts';
import { session } from '../../session/session-state.ts';
import { currentPolls, pollKey } from './current-poll.ts';

const signIn = (userId: string) => {
  session.state = {
    name: 'signed-in',
    key: 'demo site' as never,
    auth: { userId } as AuthState,
  };
};

afterEach(() => {
  currentPolls.close('g1');
  session.state = { name: 'unknown' };
  sessionStorage.clear();
});

test('a question is kept when the page goes, for the person whose it is, and not after signing out', () => {
  signIn('tess');
  currentPolls.ask('g1', {
    question: { type: 'shortAnswer', body: 'Why?', answers: [] },
    audience: { groupId: 'g1' },
    recipients: [],
  });
  dispatchEvent(new Event('pagehide'));
  expect(JSON.parse(sessionStorage.getItem('lectern-polls') ?? '{}')).toMatchObject({
    owner: 'demo site tess',
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
