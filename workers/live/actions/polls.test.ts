import { describe, expect, test } from 'vitest';
import { setUpActionsInGroup } from '../fakes/live-actions.ts';
import { S, watchRequest } from '../fakes/live-fixture.ts';

const question = { id: 'p1', question: 'Ready?', answers: ['Yes', 'No'], multiselect: false };

async function setUp(...clientIds: string[]) {
  const fixture = await setUpActionsInGroup(...clientIds);
  const { tab } = fixture;
  const polls = new Map<string, unknown>();
  return {
    ...fixture,
    ask: (parameters: Record<string, unknown> = question, id = 'a1') =>
      fixture.act('poll', { parameters, id }),
    says: (clientId: string, type: string, answer?: string) =>
      fixture.answer(clientId, { action: 'poll', 'feedback-type': type, ...(answer && { answer }) }),
    /** The polls on the cards. */
    async cards() {
      await fixture.clock.advance(100);
      for (const batch of tab.take()) {
        for (const change of batch.watches?.flatMap(({ changes }) => changes) ?? []) {
          if ('poll' in change) polls.set(change.clientId, change.poll);
        }
      }
      return Object.fromEntries(polls);
    },
  };
}

describe('a poll', () => {
  test('is on the cards of those who were asked, with what they answer', async () => {
    const { ask, says, cards } = await setUp('c1', 'c2');
    ask();
    expect(await cards()).toEqual({ c1: question, c2: question });
    says('c1', 'shown');
    says('c1', 'answered', 'A');
    expect((await cards()).c1).toEqual({ ...question, answer: 'A', 'feedback-type': 'answered' });
    says('c1', 'changed', 'B');
    expect((await cards()).c1).toEqual({ ...question, answer: 'B', 'feedback-type': 'changed' });
  });

  test('is not on the card of a device that cannot do it', async () => {
    const { ask, answer, cards } = await setUp('c1');
    ask();
    answer('c1', { action: 'poll', ok: false, code: 'unsupported' });
    expect(await cards()).toEqual({ c1: undefined });
  });

  test('collects answers for as long as it is open, also of those who were silent at first', async () => {
    const { ask, says, state, tab, clock } = await setUp('c1', 'c2');
    ask();
    says('c1', 'shown');
    await clock.advance(60_100);
    expect(state(tab)).toBe('sent, c1 confirmed, c2 silent');
    await clock.advance(3_600_000);
    says('c2', 'answered', 'A');
    await clock.advance(100);
    expect(state(tab)).toBe('sent, c1 confirmed, c2 confirmed');
  });

  test('ends with its finish; the cards forget it, late answers still count', async () => {
    const { ask, says, state, tab, cards, answerOf, clock } = await setUp('c1', 'c2');
    ask();
    says('c1', 'answered', 'A');
    await cards();
    ask({ id: 'p1', finish: true }, 'a2');
    expect(await cards()).toEqual({ c1: undefined, c2: undefined });
    says('c2', 'late', 'B');
    await clock.advance(100);
    expect(state(tab)).toBe('sent, c2 confirmed, ended');
    expect(answerOf('c2')?.reply).toMatchObject({ answer: 'B', 'feedback-type': 'late' });
    expect(await cards()).toEqual({ c1: undefined, c2: undefined });
  });

  test('goes on when another one is finished', async () => {
    const { ask, cards, clock, state, tab } = await setUp('c1');
    ask();
    ask({ id: 'p9', finish: true }, 'a2');
    expect((await cards()).c1).toEqual(question);
    await clock.advance(100);
    expect(state(tab, 'a1')).toBeUndefined();
  });

  test('that its tab forgets is collected no longer', async () => {
    const { ask, live, cards } = await setUp('c1');
    ask();
    await cards();
    live.forgetAction('a', 'a1');
    expect(await cards()).toEqual({ c1: undefined });
  });

  test('that is forgotten by a tab goes on for another one that waits for it', async () => {
    const { ask, live, openTab, cards } = await setUp('c1');
    const request = ask();
    openTab('b');
    live.act('b', request, 0);
    live.forgetAction('a', 'a1');
    expect((await cards()).c1).toEqual(question);
    live.forgetAction('b', 'a1');
    expect((await cards()).c1).toBeUndefined();
  });

  test('is still on the card of a device that went away and came back', async () => {
    const { ask, says, cards, broker, present, tab, clock } = await setUp('c1');
    ask();
    says('c1', 'answered', 'A');
    await cards();
    broker.deliver(`${S}/lastwill/user/u-c1/c1`, { since: 1 });
    await clock.advance(100);
    expect(tab.take()[0]?.watches?.[0]?.removed).toEqual(['c1']);
    present('c1');
    expect((await cards()).c1).toMatchObject({ answer: 'A' });
  });

  test('that nobody ever finishes is forgotten after a school day', async () => {
    const { ask, clock, live } = await setUp('c1');
    live.unwatch('a', 'w1');
    await clock.advance(20_000);
    const running = clock.pending();
    ask();
    await clock.advance(11 * 3_600_000);
    expect(clock.pending()).toBe(running + 1);
    await clock.advance(3_600_000);
    expect(clock.pending()).toBe(running);
  });

  test('of the class is on the cards again where what holds for the group comes late', async () => {
    const { live, broker, cards, clock, present } = await setUp('c1');
    const respondents = [{ clientId: 'c1', name: 'Student 1' }];
    const order = { id: 'a7', action: 'poll', parameters: question, tutorId: 't2', since: 7 };
    const hear = () =>
      broker.deliver(`${S}/groups/g1/orders`, { orders: [{ ...order, poll: { respondents } }] });
    hear();
    expect((await cards()).c1).toEqual(question);
    live.unwatch('a', 'w1');
    await clock.advance(60_000);
    live.watch('a', 'w2', watchRequest);
    present('c1');
    expect((await cards()).c1).toEqual(question);
    await clock.advance(3_500);
    expect((await cards()).c1).toBeUndefined();
    hear();
    expect((await cards()).c1).toEqual(question);
  });
});
