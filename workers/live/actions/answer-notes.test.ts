import { describe, expect, test } from 'vitest';
import { setUpActionsInGroup } from '../fakes/live-actions.ts';
import { S, T } from '../fakes/live-fixture.ts';

describe('a wake', () => {
  const wol = { audience: { runners: true }, id: 'a1' } as const;

  test('that a runner has confirmed is noted at its devices, also at those that come later', async () => {
    const { act, answer, broker, tab, batch, clock } = await setUpActionsInGroup();
    const info = (clientId: string, deviceId: string) =>
      broker.deliver(`${S}/groups/g1/feedback/${clientId}/info`, {
        clientId,
        userId: 'u',
        authType: 'user',
        lastUpdated: 1,
        deviceId,
        device: { hostname: clientId },
      });
    info('c1', 'd1');
    await batch();
    tab.take();
    act('wol', { ...wol, parameters: { deviceIds: ['d1', 'd2'] } });
    await batch();
    tab.take();
    answer('runner-1', { action: 'wol' });
    const at = clock.now();
    await batch();
    expect(tab.take()[0]?.watches?.[0]?.changes).toEqual([{ clientId: 'c1', wolStatus: at }]);
    info('c2', 'd2');
    info('c3', 'd3');
    await batch();
    const changes = tab.take()[0]?.watches?.[0]?.changes;
    expect(changes?.map(({ clientId, wolStatus }) => [clientId, wolStatus])).toEqual([
      ['c2', at],
      ['c3', undefined],
    ]);
  });

  test.each([
    ['that woke them all', { ok: true, woken: ['d1', 'd2'] }],
    [
      'that knew no address of some',
      { ok: false, code: 'unknown-device', woken: ['d1', 'd2'], unknown: ['d3'] },
    ],
  ])('of a group by a runner %s is noted at those that it woke, which were asleep', async (_, reply) => {
    const { act, answer, broker, tab, batch, clock } = await setUpActionsInGroup();
    act('wol', { ...wol, parameters: { groupId: 'g1' } });
    await batch();
    answer('runner-1', { action: 'wol', ...reply });
    const at = clock.now();
    await batch();
    tab.take();
    for (const [clientId, deviceId] of [
      ['c2', 'd2'],
      ['c3', 'd3'],
    ]) {
      broker.deliver(`${S}/groups/g1/feedback/${clientId}/info`, {
        clientId,
        userId: 'u',
        authType: 'user',
        lastUpdated: 1,
        deviceId,
        device: { hostname: clientId },
      });
    }
    await batch();
    const changes = tab.take()[0]?.watches?.[0]?.changes;
    expect(changes?.map(({ clientId, wolStatus }) => [clientId, wolStatus])).toEqual([
      ['c2', at],
      ['c3', undefined],
    ]);
  });

  test('that failed is not', async () => {
    const { act, answer, tab, batch } = await setUpActionsInGroup('c1');
    tab.take();
    act('wol', { ...wol, parameters: { groupId: 'g1' } });
    answer('runner-1', { action: 'wol', ok: false, code: 'refused' });
    await batch();
    expect(tab.take().flatMap((b) => b.watches ?? [])).toEqual([]);
  });
});

describe('a request to stop screen shares', () => {
  test('goes to everyone who shares or tutors', async () => {
    const { live, sent } = await setUpActionsInGroup();
    live.requestStopScreenShares('a', ['s1', 's2']);
    expect(sent()).toEqual([
      {
        topic: 'requeststopscreenshares',
        body: { sessionIds: ['s1', 's2'] },
        options: { qos: 1, expirySeconds: 60, contentType: 'application/json' },
      },
    ]);
  });

  test('reaches every tab of this browser, also when another tutor asked', async () => {
    const { live, broker, tab, batch } = await setUpActionsInGroup();
    tab.take();
    live.requestStopScreenShares('a', ['s1']);
    await batch();
    broker.deliver(`${T}/backchannel/platform/stop-screen-shares`, { sessionIds: ['s2', 's3'] });
    await batch();
    expect(tab.take().flatMap(({ stopScreenShares }) => stopScreenShares ?? [])).toEqual(['s1', 's2', 's3']);
    broker.deliver(`${T}/backchannel/platform/stop-screen-shares`, { sessionIds: [] });
    await batch();
    expect(tab.take()[0]?.dropped).toEqual({ schema: 1 });
  });

  test('with no session is ignored', async () => {
    const { live, sent, clock } = await setUpActionsInGroup();
    live.requestStopScreenShares('a', []);
    await clock.advance(1_000);
    expect(sent()).toEqual([]);
  });

  test('waits for the broker for a minute', async () => {
    const { live, sent, clock, broker } = await setUpActionsInGroup();
    broker.answer = 'unreachable';
    broker.lose({ keepSession: true });
    live.requestStopScreenShares('a', ['s1']);
    await clock.advance(50_000);
    live.requestStopScreenShares('a', ['s2']);
    await clock.advance(11_000);
    broker.answer = 'accept';
    await clock.advance(5_000);
    expect(sent().map(({ body }) => body.sessionIds)).toEqual([['s2']]);
  });
});
