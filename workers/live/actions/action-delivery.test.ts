import { describe, expect, test } from 'vitest';
import { settlePromises } from '#protocol/fakes/fake-clock.ts';
import { recipient, setUpActionsInGroup } from '../fakes/live-actions.ts';

const audience = { clients: [recipient('c1')] };

describe('while the broker is away', () => {
  test('an action is shown as queued, and sent 1 s after connecting', async () => {
    const { act, sent, state, tab, broker, clock } = await setUpActionsInGroup();
    broker.answer = 'unreachable';
    broker.lose({ keepSession: true });
    const { askedAt } = act('unlock', { audience });
    await clock.advance(20_000);
    expect(state(tab)).toBe('queued, c1 waiting');
    broker.answer = 'accept';
    while (!broker.connected()) await clock.advance(10);
    await clock.advance(990);
    expect(sent()).toEqual([]);
    await clock.advance(10);
    const [message, ...more] = sent();
    expect(more).toEqual([]);
    const leftSeconds = Math.ceil(60 - (clock.now() - askedAt) / 1_000);
    expect(message?.options.expirySeconds).toBeGreaterThanOrEqual(leftSeconds);
    expect(message?.options.expirySeconds).toBeLessThan(41);
    await clock.advance(100);
    expect(state(tab)).toBe('sent, c1 waiting');
  });

  test('one whose time is over has expired, and is never sent', async () => {
    const { act, sent, state, tab, broker, clock } = await setUpActionsInGroup();
    broker.answer = 'unreachable';
    broker.lose({ keepSession: true });
    act('unlock', { audience });
    await clock.advance(59_900);
    expect(state(tab)).toBe('queued, c1 waiting');
    await clock.advance(200);
    expect(state(tab)).toBe('expired, c1 expired, ended');
    broker.answer = 'accept';
    await clock.advance(10_000);
    expect(sent()).toEqual([]);
  });

  test('a lock waits for ten minutes', async () => {
    const { act, sent, broker, clock } = await setUpActionsInGroup();
    broker.answer = 'unreachable';
    broker.lose({ keepSession: false });
    act('lock', { audience });
    await clock.advance(590_000);
    broker.answer = 'accept';
    await clock.advance(5_000);
    expect(sent()).toHaveLength(1);
  });

  test('many keep their order', async () => {
    const { act, sent, broker, clock } = await setUpActionsInGroup();
    broker.lose({ keepSession: true });
    for (const [i, action] of (['lock', 'mute', 'requestName', 'updateInvent'] as const).entries()) {
      act(action, { id: `a${i}` });
    }
    await clock.advance(5_000);
    expect(sent().map(({ body }) => body.action)).toEqual(['lock', 'mute', 'requestName', 'updateInvent']);
  });

  test('one that was forgotten is not sent', async () => {
    const { act, sent, live, broker, clock } = await setUpActionsInGroup();
    broker.lose({ keepSession: true });
    act('unlock', { audience });
    live.forgetAction('a', 'a1');
    await clock.advance(5_000);
    expect(sent()).toEqual([]);
  });

  test('one of a tab that has ended is sent all the same, as long as another tab lives', async () => {
    const { act, sent, openTab, tab, broker, clock } = await setUpActionsInGroup();
    openTab('b');
    broker.lose({ keepSession: true });
    act('unlock', { audience });
    tab.end();
    await clock.advance(5_000);
    expect(sent()).toHaveLength(1);
  });
});

describe('the broker', () => {
  test('that refuses all of it is final', async () => {
    const { act, sent, state, tab, broker, clock } = await setUpActionsInGroup('c1');
    broker.outcome = 'refused';
    act('unlock');
    await clock.advance(100);
    expect(state(tab)).toBe('refused, c1 refused, ended');
    broker.outcome = 'sent';
    broker.lose({ keepSession: false });
    await clock.advance(60_000);
    expect(sent()).toEqual([]);
  });

  test('that refuses one of two sends the other', async () => {
    const { act, state, tab, broker, clock } = await setUpActionsInGroup();
    act('unlock', { audience: { clients: [recipient('c1')] } });
    await clock.advance(100);
    expect(state(tab)).toBe('sent, c1 waiting');
    broker.refuse = (topic) => topic.includes('/c2/');
    act('unlock', { id: 'a2', audience: { clients: [recipient('c2'), recipient('c3')] } });
    await clock.advance(100);
    expect(state(tab, 'a2')).toBe('sent, c2 refused, c3 waiting');
  });

  test('that vanishes before it has acknowledged gets it again, with the same id and what is left of its time', async () => {
    const { act, sent, state, tab, broker, clock } = await setUpActionsInGroup();
    broker.isMute = true;
    const { askedAt } = act('unlock', { audience });
    await clock.advance(8_000);
    broker.isMute = false;
    broker.lose({ keepSession: true });
    await clock.advance(0);
    await clock.advance(100);
    expect(state(tab)).toBe('queued, c1 waiting');
    await clock.advance(2_000);
    const again = sent();
    expect(again).toMatchObject([{ body: { id: 'a1', timeSent: askedAt }, options: { correlation: 'a1' } }]);
    expect(again[0]?.options.expirySeconds).toBeLessThan(53);
    expect(state(tab)).toBe('sent, c1 waiting');
  });

  test('gets what falls into the renewal of a token at once', async () => {
    const { act, sent, live, broker, clock, freshToken } = await setUpActionsInGroup();
    live.setToken('a', freshToken());
    act('unlock', { audience });
    expect(sent()).toEqual([]);
    await settlePromises();
    expect(sent()).toHaveLength(1);
    expect(broker.opened).toHaveLength(2);
    await clock.advance(5_000);
    expect(sent()).toEqual([]);
  });
});

describe('after a lost connection, an action that was sent and not answered', () => {
  test('is not repeated in a session that goes on: its answers wait at the broker', async () => {
    const { act, sent, broker, clock } = await setUpActionsInGroup('c1');
    act('unlock');
    await clock.advance(100);
    sent();
    broker.lose({ keepSession: true });
    await clock.advance(10_000);
    expect(sent()).toEqual([]);
  });

  test('is said once more in every new session, until its time is over', async () => {
    const { act, sent, broker, clock } = await setUpActionsInGroup('c1');
    act('unlock');
    await clock.advance(100);
    expect(sent()).toHaveLength(1);
    for (let i = 0; i < 4; i += 1) {
      broker.lose({ keepSession: false });
      await clock.advance(15_000);
      expect(sent()).toMatchObject([{ body: { id: 'a1' } }]);
    }
    broker.lose({ keepSession: false });
    await clock.advance(60_000);
    expect(sent()).toEqual([]);
  });

  test('is said only to those clients that have not answered', async () => {
    const { act, sent, answer, state, tab, broker, clock } = await setUpActionsInGroup();
    act('unlock', { audience: { clients: [recipient('c1'), recipient('c2')] } });
    await clock.advance(100);
    answer('c1', { action: 'unlock' });
    sent();
    broker.lose({ keepSession: false });
    await clock.advance(10_000);
    expect(sent().map(({ topic }) => topic)).toEqual(['users/u-c2/clients/c2/actions']);
    answer('c2', { action: 'unlock' });
    await clock.advance(100);
    expect(state(tab)).toBe('sent, c1 confirmed, c2 confirmed, ended');
  });

  test('a device that answers the repetition as it did at first does not undo what came after', async () => {
    const { act, answer, answerOf, state, tab, broker, clock } = await setUpActionsInGroup('c1', 'c2');
    act('requestName');
    await clock.advance(100);
    answer('c1', { action: 'requestName' });
    answer('c1', { action: 'requestName', name: 'Ann' });
    broker.lose({ keepSession: false });
    await clock.advance(10_000);
    answer('c1', { action: 'requestName' });
    await clock.advance(100);
    state(tab);
    expect(answerOf('c1')?.reply?.name).toBe('Ann');
  });
});

test('each tab hears of its own actions only', async () => {
  const { act, state, openTab, clock, tab } = await setUpActionsInGroup('c1');
  const other = openTab('b');
  act('unlock', { id: 'mine' });
  act('mute', { id: 'theirs', tab: 'b' });
  await clock.advance(100);
  expect(tab.take().flatMap((b) => b.actions ?? [])).toMatchObject([{ id: 'mine' }]);
  expect(state(other, 'theirs')).toBe('sent, c1 waiting');
  expect(state(other, 'mine')).toBeUndefined();
});

test('a tab that is not attached does nothing', async () => {
  const { act, sent } = await setUpActionsInGroup();
  act('unlock', { tab: 'x' });
  expect(sent()).toEqual([]);
});

test('what is asked after sign-out began leads to nothing', async () => {
  const { act, live, sent, clock } = await setUpActionsInGroup();
  await live.shutdown();
  act('unlock');
  await clock.advance(10_000);
  expect(sent()).toEqual([]);
});
