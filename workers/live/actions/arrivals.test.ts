import { describe, expect, test } from 'vitest';
import { recipient, setUpActionsInGroup } from '../fakes/live-actions.ts';
import { S } from '../fakes/live-fixture.ts';

async function setUp(...clientIds: string[]) {
  const fixture = await setUpActionsInGroup(...clientIds);
  return {
    ...fixture,
    hello(clientId: string) {
      const record = { ...recipient(clientId), lastUpdated: 1, since: 2 };
      fixture.broker.deliver(`${S}/groups/g1/feedback/${clientId}/hello`, record);
    },
  };
}

describe('a device that comes while its answer is waited for', () => {
  test('gets the message of its group by itself, under the same id and for the rest of its time', async () => {
    const { act, sent, hello, clock } = await setUp('c1');
    act('lock');
    sent();
    await clock.advance(5_000);
    hello('c1');
    await clock.advance(0);
    expect(sent()).toMatchObject([
      {
        topic: 'users/u-c1/clients/c1/actions',
        body: { id: 'a1', action: 'lock', combinedTargetIdentifier: 'user/u-c1/c1' },
        options: { expirySeconds: 595, correlation: 'a1' },
      },
    ]);
  });

  test('gets nothing when it has answered, or when nobody waits any more', async () => {
    const { act, sent, answer, hello, clock } = await setUp('c1', 'c2');
    act('lock');
    answer('c1');
    sent();
    hello('c1');
    await clock.advance(600_000);
    hello('c2');
    await clock.advance(0);
    expect(sent()).toEqual([]);
  });

  test('gets a message that still waits for the connection once', async () => {
    const { act, sent, hello, clock, broker } = await setUp('c1');
    broker.lose({ keepSession: false });
    act('mute', { audience: { clients: [recipient('c1')] } });
    await clock.advance(600);
    hello('c1');
    await clock.advance(2_000);
    expect(sent()).toHaveLength(1);
  });
});

describe('after an outage', () => {
  test('whoever was there before it is waited for until it comes back', async () => {
    const { act, sent, answer, hello, state, tab, batch, clock, broker } = await setUp('c1', 'c2');
    broker.answer = 'unreachable';
    broker.lose({ keepSession: false });
    // Long enough for both cards to be marked as not live.
    await clock.advance(40_000);
    act('mute');
    await clock.advance(10_000);
    broker.answer = 'accept';
    await clock.advance(5_000);
    expect(sent()).toMatchObject([{ topic: 'groups/g1/actions' }]);
    await batch();
    expect(state(tab)).toBe('sent, c1 waiting, c2 waiting');
    answer('c1', { action: 'mute' });
    hello('c2');
    await clock.advance(0);
    expect(sent()).toMatchObject([{ topic: 'users/u-c2/clients/c2/actions', body: { id: 'a1' } }]);
    answer('c2', { action: 'mute' });
    await batch();
    expect(state(tab)).toBe('sent, c1 confirmed, c2 confirmed, ended');
  });

  test('a device that had gone before it is not', async () => {
    const { act, present, state, tab, batch, clock, broker } = await setUp('c1', 'c2');
    for (let i = 0; i < 5; i += 1) {
      await clock.advance(5_000);
      present('c1');
    }
    broker.lose({ keepSession: false });
    act('mute');
    await clock.advance(3_000);
    await batch();
    expect(state(tab)).toBe('sent, c1 waiting');
  });
});
