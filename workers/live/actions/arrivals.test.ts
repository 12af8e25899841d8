import { describe, expect, test } from 'vitest';
import { recipient, setUpActions, setUpActionsInGroup } from '../fakes/live-actions.ts';
import { S, T } from '../fakes/live-fixture.ts';

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

describe('a device that is watched by itself, whose hello nobody hears', () => {
  const audience = { clients: [recipient('c1')] };

  async function setUpAlone() {
    const fixture = setUpActions();
    const { live, broker, clock } = fixture;
    const tab = fixture.openTab('a');
    live.watch('a', 'w1', { of: { client: recipient('c1') }, feeds: ['statuses', 'thumbnails'] });
    await clock.advance(200);
    const tell = () => {
      const flags = { privacy: false, shareScreen: false, screenShared: false, nameModal: false };
      const body = { ...recipient('c1'), lastUpdated: 1, ...flags, screenshareSessionIds: [] };
      broker.deliver(`${T}/backchannel/c1/statuses`, body);
    };
    const show = () => {
      const { userId, authType } = recipient('c1');
      broker.deliver(`${T}/backchannel/c1/thumbnail`, new Uint8Array(8), {
        contentType: 'image/jpeg',
        userProperties: {
          userId,
          authType,
          display: 'd1',
          primary: '1',
          quality: '100',
          at: '1',
          width: '320',
          height: '180',
        },
      });
    };
    return { ...fixture, tab, tell, show };
  }

  test.each(['tell', 'show'] as const)(
    'gets what it missed at its first sign of life after an outage (%s), once',
    async (sign) => {
      const { tell, act, sent, answer, state, tab, batch, clock, broker, ...more } = await setUpAlone();
      const isHeard = sign === 'tell' ? tell : more.show;
      tell();
      await clock.advance(1_000);
      broker.answer = 'unreachable';
      broker.lose({ keepSession: false });
      await clock.advance(20_000);
      act('mute', { audience });
      broker.answer = 'accept';
      while (!broker.connected()) await clock.advance(100);
      await clock.advance(1_500);
      expect(sent()).toMatchObject([{ topic: 'users/u-c1/clients/c1/actions' }]);
      isHeard();
      await clock.advance(0);
      expect(sent()).toMatchObject([{ topic: 'users/u-c1/clients/c1/actions', body: { id: 'a1' } }]);
      isHeard();
      tell();
      await clock.advance(100);
      expect(sent()).toEqual([]);
      answer('c1', { action: 'mute' });
      await batch();
      expect(state(tab)).toBe('sent, c1 confirmed, ended');
    },
  );

  test.each([
    ['not there', 0],
    ['silent for 15 s', 20_001],
  ])('gets what was asked while it was %s', async (_, silentMs) => {
    const { tell, act, sent, clock } = await setUpAlone();
    if (silentMs > 0) tell();
    await clock.advance(silentMs);
    act('mute', { audience });
    expect(sent()).toHaveLength(1);
    tell();
    await clock.advance(0);
    expect(sent()).toMatchObject([{ body: { id: 'a1' } }]);
  });

  test('gets nothing twice while it is there', async () => {
    const { tell, act, sent, clock } = await setUpAlone();
    tell();
    act('mute', { audience });
    sent();
    tell();
    await clock.advance(100);
    expect(sent()).toEqual([]);
  });
});
