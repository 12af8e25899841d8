import { expect, test } from 'vitest';
import type { Demand } from '#protocol/demand.ts';
import { createFakeClock } from '#protocol/fakes/fake-clock.ts';
import type { Info } from '#protocol/feedback.ts';
import { createDebugLog } from './debug-log.ts';

const device = (clientId: string) => ({ clientId, userId: `u-${clientId}`, authType: 'user' as const });
const group = { groupId: 'g1' };
const demand = (n: number): Demand => ({
  'demand-type': 'tabs',
  'demand-parameters': { n },
  frequency: 0,
  TTL: 600_000,
});
const info = (clientId: string): Info => ({
  ...device(clientId),
  lastUpdated: 0,
  type: 'windowsAgent',
  version: '1',
  displays: [],
  deviceId: 'd-7',
  device: { hostname: 'PC-7' },
});

function setUp() {
  const clock = createFakeClock();
  const log = createDebugLog({ clock });
  const report = (dropped = {}, isLookedAt = true) => log.report('g1', { dropped, isLookedAt });
  const clients = () => report().clients;
  return { clock, log, clients, report };
}

test('a client is described by what it sent and when', async () => {
  const { clock, log, clients } = setUp();
  const began = clock.now();
  const trace = log.trace('g1', device('c1'));
  log.heard(trace, 'tabs');
  await clock.advance(1_000);
  log.heard(trace, 'statuses');
  log.heard(trace, 'tabs');
  trace.info = info('c1');
  expect(clients()).toEqual([
    {
      ...device('c1'),
      firstSeenAt: began,
      lastUpdated: began + 1_000,
      lastPingReceived: began + 1_000,
      picturesAskedAt: began,
      isOfflineByLastWill: false,
      demandsSent: [],
      feedbackReceived: { tabs: 2, statuses: 1 },
      wouldAppearOnline: true,
      onlineStatusChangedAt: began,
      isOffline: false,
      hasInfo: true,
      deviceType: 'windowsAgent',
      hostname: 'PC-7',
      deviceId: 'd-7',
    },
  ]);
});

test('without information it would not appear online', () => {
  const { log, clients } = setUp();
  log.heard(log.trace('g1', device('c1')), 'statuses');
  expect(clients()).toMatchObject([{ hasInfo: false, wouldAppearOnline: false, deviceType: 'unknown' }]);
});

test('who goes offline or leaves stays in the report, with the time of the change', async () => {
  const { clock, log, clients } = setUp();
  const trace = log.trace('g1', device('c1'));
  trace.info = info('c1');
  await clock.advance(20_000);
  log.status(trace, 'offline');
  const offlineAt = clock.now();
  await clock.advance(20_000);
  log.status(trace, 'gone');
  expect(clients()).toMatchObject([
    { isOffline: true, wouldAppearOnline: false, onlineStatusChangedAt: offlineAt },
  ]);
  log.status(log.trace('g1', device('c1')), 'online');
  expect(clients()).toMatchObject([{ isOffline: false, onlineStatusChangedAt: clock.now() }]);
});

test('a last will makes it offline until a ping, which is a hello, statuses or the reply to one', async () => {
  const { clock, log, clients } = setUp();
  const trace = log.trace('g1', device('c1'));
  trace.info = info('c1');
  for (const ping of ['hello', 'statuses', 'reply'] as const) {
    log.lastWill(trace, true);
    expect(clients()).toMatchObject([
      { lastWillReceived: clock.now(), isOfflineByLastWill: true, wouldAppearOnline: false },
    ]);
    log.heard(trace, 'tabs');
    expect(clients()).toMatchObject([{ isOfflineByLastWill: true }]);
    if (ping === 'reply') log.ping('c1');
    else log.heard(trace, ping);
    expect(clients()).toMatchObject([{ isOfflineByLastWill: false, lastPingReceived: clock.now() }]);
    await clock.advance(1_000);
  }
});

test('the last will of an older connection is only noted', () => {
  const { clock, log, clients } = setUp();
  log.lastWill(log.trace('g1', device('c1')), false);
  expect(clients()).toMatchObject([{ lastWillReceived: clock.now(), isOfflineByLastWill: false }]);
});

test('demands are told apart by whom they went to', () => {
  const { clock, log, report } = setUp();
  log.trace('g1', device('c1'));
  log.trace('g1', device('c2'));
  const at = clock.now();
  log.demandSent({ to: 'group', groupId: 'g1' }, demand(1), group);
  log.demandSent({ to: 'client', ...device('c1') }, demand(2), group);
  log.demandSent({ to: 'client', ...device('c2') }, demand(3), { client: device('c2') });
  const said = report({ schema: 2 });
  expect(said.groupDemands).toEqual([{ demand: demand(1), at, times: 1 }]);
  expect(said.clients.map((client) => client.demandsSent)).toEqual([
    [{ demand: demand(2), at, times: 1 }],
    [{ demand: demand(3), at, times: 1 }],
  ]);
  expect(said.dropped).toEqual({ schema: 2 });
});

test('a demand that is sent again is one entry that counts, the newest at the end', async () => {
  const { clock, log, clients } = setUp();
  log.trace('g1', device('c1'));
  const send = (sent: Demand) => log.demandSent({ to: 'client', ...device('c1') }, sent, group);
  const first = clock.now();
  for (const n of [1, 2]) send(demand(n));
  await clock.advance(1_000);
  const overNewConnection = { ...demand(1), since: 7 };
  send(overNewConnection);
  expect(clients()[0]?.demandsSent).toEqual([
    { demand: demand(2), at: first, times: 1 },
    { demand: overNewConnection, at: clock.now(), times: 2 },
  ]);
});

test('the newest 50 demands and 5,000 clients are kept, those that are there before those that left', () => {
  const { log, clients, report } = setUp();
  for (let n = 0; n < 60; n += 1) log.demandSent({ to: 'group', groupId: 'g1' }, demand(n), group);
  const demands = report().groupDemands;
  expect(demands.map((sent) => sent.demand['demand-parameters'].n)).toEqual(
    Array.from({ length: 50 }, (_, i) => i + 10),
  );
  for (let i = 0; i < 5_000; i += 1)
    log.status(log.trace('g1', device(`c${i}`)), i === 0 ? 'online' : 'gone');
  for (let i = 0; i < 100; i += 1) log.trace('g1', device(`new${i}`));
  const ids = clients().map((client) => client.clientId);
  expect(ids).toHaveLength(5_000);
  expect(ids).toContain('c0');
  expect(ids).not.toContain('c1');
  expect(ids).toContain('new99');
});

test('when all are there, the ones that came first make room', () => {
  const { log, clients } = setUp();
  for (let i = 0; i < 5_001; i += 1) log.trace('g1', device(`c${i}`));
  expect(clients()).toHaveLength(5_000);
  expect(clients()[0]?.clientId).toBe('c1');
});

test('clearing forgets who has left and what was counted of the others', async () => {
  const { clock, log, clients, report } = setUp();
  const [here, left] = [log.trace('g1', device('c1')), log.trace('g1', device('c2'))];
  log.heard(here, 'statuses');
  log.status(left, 'gone');
  log.demandSent({ to: 'group', groupId: 'g1' }, demand(1), group);
  log.demandSent({ to: 'client', ...device('c1') }, demand(2), group);
  await clock.advance(1_000);
  log.clear('g1');
  expect(report().groupDemands).toEqual([]);
  expect(clients()).toMatchObject([
    { clientId: 'c1', demandsSent: [], feedbackReceived: {}, firstSeenAt: clock.now() },
  ]);
  log.heard(here, 'tabs');
  expect(clients()).toMatchObject([{ feedbackReceived: { tabs: 1 } }]);
});

test('a place that is not watched any more is forgotten', () => {
  const { log, report } = setUp();
  log.trace('g1', device('c1'));
  log.forgetPlace('g1');
  expect(report()).toEqual({ groupDemands: [], clients: [], dropped: {}, droppedOf: {} });
});

test('since when a client is looked at, when its last picture came and how its clock goes is in its record', async () => {
  const { clock, log, clients, report } = setUp();
  const began = clock.now();
  const trace = log.trace('g1', device('c1'));
  // The demand has gone out before the first patch: it is asked since it is there.
  expect(clients()).toMatchObject([{ picturesAskedAt: began }]);
  log.looked('g1', 'c1', false);
  expect(clients()[0]?.picturesAskedAt).toBeUndefined();
  await clock.advance(5_000);
  log.looked('g1', 'c1', true);
  const asked = clock.now();
  await clock.advance(1_000);
  log.looked('g1', 'c1', true);
  log.heard(trace, 'thumbnail');
  log.heard(trace, 'statuses', clock.now() - 3_600_000);
  expect(clients()).toMatchObject([
    { picturesAskedAt: asked, lastPictureReceived: clock.now(), clockAheadMs: -3_600_000 },
  ]);
  expect(report({}, false).clients[0]?.picturesAskedAt).toBeUndefined();
});

test('a report of some clients is of no others, and of those that are not there nothing', () => {
  const { log } = setUp();
  for (const id of ['c1', 'c2', 'c3']) {
    log.trace('g1', device(id));
    log.dropped('g1', id, 'schema');
  }
  const said = log.report('g1', { dropped: {}, isLookedAt: true, clientIds: ['c2', 'c4'] });
  expect(said.clients.map(({ clientId }) => clientId)).toEqual(['c2']);
  expect(Object.keys(said.droppedOf)).toEqual(['c2']);
  expect(log.report('g9', { dropped: {}, isLookedAt: true, clientIds: ['c2'] }).clients).toEqual([]);
});

test('what was dropped is counted by its sender, of watched places only, until it is cleared', async () => {
  const { clock, log, report } = setUp();
  log.dropped('g1', 'c1', 'schema');
  expect(report().droppedOf).toEqual({});
  log.trace('g1', device('c2'));
  log.dropped('g1', 'c1', 'schema');
  await clock.advance(1_000);
  log.dropped('g1', 'c1', 'schema');
  log.dropped('g1', 'c1', 'picture');
  expect(report().droppedOf).toEqual({ c1: { counts: { schema: 2, picture: 1 }, lastAt: clock.now() } });
  log.clear('g1');
  expect(report().droppedOf).toEqual({});
});
