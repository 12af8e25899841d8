import { describe, expect, test } from 'vitest';
import { recipient, setUpActionsInGroup } from '../fakes/live-actions.ts';

const audience = { clients: [recipient('c1')] };

describe('a tab that repeats what it has asked', () => {
  test('of a worker that knows it gets the present state, and nothing is sent', async () => {
    const { act, sent, answer, state, openTab, live, clock, tab } = await setUpActionsInGroup('c1', 'c2');
    const request = act('unlock');
    await clock.advance(100);
    answer('c1', { action: 'unlock' });
    await clock.advance(100);
    expect(state(tab)).toBe('sent, c1 confirmed, c2 waiting');
    sent();
    const again = openTab('b');
    live.act('b', request, 0);
    await clock.advance(100);
    expect(state(again)).toBe('sent, c1 confirmed, c2 waiting');
    expect(sent()).toEqual([]);
    answer('c2', { action: 'unlock' });
    await clock.advance(100);
    expect(state(again)).toBe('sent, c1 confirmed, c2 confirmed, ended');
    expect(state(tab)).toBe('sent, c1 confirmed, c2 confirmed, ended');
  });

  test('to a new worker has it sent with the same id, and less time', async () => {
    const { sent, act } = await setUpActionsInGroup();
    act('unlock', { id: 'old', audience, ageMs: 30_000 });
    expect(sent()).toMatchObject([{ body: { id: 'old' }, options: { expirySeconds: 30 } }]);
  });

  test('to a new worker after its time is not told that it was sent, until an answer proves it', async () => {
    const { sent, act, clock, state, tab, answer } = await setUpActionsInGroup();
    act('requestName', { audience, ageMs: 90_000 });
    await clock.advance(100);
    expect(sent()).toEqual([]);
    expect(state(tab)).toBe('expired, c1 expired, ended');
    answer('c1', { action: 'requestName', name: 'Ann' });
    await clock.advance(100);
    expect(state(tab)).toBe('sent, c1 confirmed, ended');
  });
});

describe('a poll that is repeated to a new worker', () => {
  const question = { id: 'p1', question: 'Ready?', answers: ['Yes', 'No'], multiselect: false };
  /** By a tab that was loaded again: the same id, parameters, audience and time. */
  const carriedOn = (ageMs: number) => ({ parameters: question, audience: { groupId: 'g1' }, ageMs });

  test.each([10_000, 59_000, 600_000, 3 * 3_600_000])(
    'is said anew with a life of its own, %d ms after it was asked',
    async (agoMs) => {
      const { act, sent, clock, state, tab, answer, answerOf } = await setUpActionsInGroup('c1', 'c2');
      const { askedAt } = act('poll', carriedOn(agoMs));
      await clock.advance(100);
      expect(sent()).toMatchObject([
        { body: { id: 'a1', parameters: question, timeSent: askedAt }, options: { expirySeconds: 60 } },
      ]);
      // A device says first what it said at first, then its newest answer.
      answer('c1', { action: 'poll', 'feedback-type': 'shown' });
      answer('c1', { action: 'poll', 'feedback-type': 'changed', answer: 'B' });
      await clock.advance(100);
      expect(state(tab)).toBe('sent, c1 confirmed, c2 waiting');
      expect(answerOf('c1')?.reply).toMatchObject({ answer: 'B' });
    },
  );

  test('goes on collecting until it is finished', async () => {
    const { act, clock, state, tab, answer } = await setUpActionsInGroup('c1');
    act('poll', carriedOn(600_000));
    await clock.advance(600_000);
    expect(state(tab)).toBe('sent, c1 silent');
    answer('c1', { action: 'poll', 'feedback-type': 'answered', answer: 'A' });
    await clock.advance(100);
    expect(state(tab)).toBe('sent, c1 confirmed');
    act('poll', { id: 'a2', parameters: { id: 'p1', finish: true } });
    await clock.advance(100);
    expect(state(tab)).toBe('sent, c1 confirmed, ended');
  });

  test('waits for a connection, and stays open where none came in time', async () => {
    const { act, clock, state, tab, answer, broker } = await setUpActionsInGroup('c1');
    broker.answer = 'unreachable';
    broker.lose({ keepSession: true });
    act('poll', carriedOn(600_000));
    await clock.advance(100);
    expect(state(tab)).toBe('queued');
    await clock.advance(61_000);
    expect(state(tab)).toBe('expired');
    broker.answer = 'accept';
    while (!broker.connected()) await clock.advance(10);
    answer('c1', { action: 'poll', 'feedback-type': 'answered', answer: 'A' });
    await clock.advance(100);
    expect(state(tab)).toBe('sent, c1 confirmed');
  });
});
