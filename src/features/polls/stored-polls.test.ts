import { describe, expect, test } from 'vitest';
import { createFakeStorage } from '#session/fakes/fake-storage.ts';
import { readStoredPolls, removeStoredPolls, type StoredPoll, storePolls } from './stored-polls.ts';

const poll: StoredPoll = {
  id: 'p1',
  question: { type: 'singleChoice', body: 'Ready?', answers: ['Yes', 'No'] },
  request: {
    id: 'a1',
    action: 'poll',
    parameters: { id: 'p1', question: 'Ready?', answers: ['Yes', 'No'], multiselect: false },
    audience: { clients: [{ clientId: 'c1', userId: 'u1', authType: 'user' }] },
    askedAt: 1,
  },
  wasSent: true,
  respondents: [{ clientId: 'c1', name: 'Ada', standing: 'answered', answer: 'A', hasLeft: false }],
};

describe('polls of a tab', () => {
  test('come back as they were, to those whose they are', () => {
    const storage = createFakeStorage();
    storePolls(() => storage, 'ada', { g1: poll });
    expect(readStoredPolls(() => storage, 'ada')).toEqual({ g1: poll });
    expect(readStoredPolls(() => storage, 'eve')).toEqual({});
  });

  test('leave nothing behind when there are none any more, and when the session ends', () => {
    const storage = createFakeStorage();
    storePolls(() => storage, 'ada', { g1: poll });
    storePolls(() => storage, 'ada', {});
    expect(storage.length).toBe(0);
    storePolls(() => storage, 'ada', { g1: poll });
    removeStoredPolls(() => storage);
    expect(storage.length).toBe(0);
  });

  test.each([
    ['nonsense', '{'],
    ['something else', '{"owner":"ada","polls":[1]}'],
    [
      'an action of another kind',
      JSON.stringify({
        owner: 'ada',
        polls: { g1: { ...poll, request: { ...poll.request, action: 'lock' } } },
      }),
    ],
    [
      'runners as the audience',
      JSON.stringify({
        owner: 'ada',
        polls: { g1: { ...poll, request: { ...poll.request, audience: { runners: true } } } },
      }),
    ],
  ])('are none where %s is stored', (_, stored) => {
    const storage = createFakeStorage();
    storage.setItem('lectern-polls', stored);
    expect(readStoredPolls(() => storage, 'ada')).toEqual({});
  });

  test('are only in memory where storage is full or blocked', () => {
    const blocked = () => {
      throw new Error('blocked');
    };
    expect(() => storePolls(blocked, 'ada', { g1: poll })).not.toThrow();
    expect(readStoredPolls(blocked, 'ada')).toEqual({});
  });
});
