import { describe, expect, test } from 'vitest';
import { settlePromises } from '#protocol/fakes/fake-clock.ts';
import type { LiveBatch, WatchRequest } from '#protocol/threads/live-worker.ts';
import { S, setUpLive, T, watchRequest } from '../fakes/live-fixture.ts';

const client = { clientId: 'c1', userId: 'u1', authType: 'session' } as const;
const alone: WatchRequest = { of: { client }, feeds: ['info', 'thumbnails'] };
const record = { ...client, lastUpdated: 1 };
const info = {
  ...record,
  device: { hostname: 'PC-1' },
  displays: [{ id: 'd1', primary: true }, { id: 'd2' }],
};

function setUp() {
  const worker = setUpLive();
  const { broker } = worker;
  const tell = (kind: string, body: object, at = `${T}/backchannel`) =>
    broker.deliver(`${at}/c1/${kind}`, body);
  const show = (display: string, primary: '0' | '1', correlation?: string) =>
    broker.deliver(`${T}/backchannel/c1/thumbnail`, new Uint8Array(8), {
      contentType: 'image/jpeg',
      ...(correlation !== undefined && { correlation }),
      userProperties: {
        userId: 'u1',
        authType: 'session',
        display,
        primary,
        quality: '100',
        width: '1280',
        height: '720',
        at: '1',
      },
    });
  const changesOf = (batches: LiveBatch[]) =>
    batches
      .flatMap(({ watches }) => watches ?? [])
      .flatMap(({ watchId, changes }) => changes.map((c) => [watchId, c]));
  return { ...worker, tell, show, changesOf };
}

describe('a screen of one client', () => {
  test('asks that client by itself, with its answers to the tutor', async () => {
    const { live, openTab, broker, demands } = setUp();
    openTab('a');
    live.watch('a', 'w1', alone);
    await settlePromises();
    expect(broker.published[0]?.options.responseTopic).toBe(`${T}/backchannel`);
    expect(demands()).toEqual([
      'sessions/u1/clients/c1/demands statuses 600000',
      'sessions/u1/clients/c1/demands info 600000',
      'sessions/u1/clients/c1/demands thumbnails 600000',
    ]);
    expect([...broker.filters].some((filter) => filter.includes('/groups/'))).toBe(false);
  });

  test('shows what comes on the backchannel, of that client only', async () => {
    const { live, openTab, tell, show, broker, clock, changesOf, framesOf } = setUp();
    const tab = openTab('a');
    live.watch('a', 'w1', alone);
    await clock.advance(500);
    tab.take();
    tell('info', info);
    show('d1', '1');
    broker.deliver(`${T}/backchannel/c2/info`, { ...info, clientId: 'c2' });
    await clock.advance(200);
    const batches = tab.take();
    expect(changesOf(batches)).toEqual([
      ['w1', expect.objectContaining({ clientId: 'c1', deviceName: 'PC-1' })],
    ]);
    expect(framesOf(batches)).toMatchObject([{ watchId: 'w1', clientId: 'c1', display: 'd1' }]);
  });

  test('does not take the picture of a snapshot for its own', async () => {
    const { live, openTab, tell, show, clock, framesOf } = setUp();
    const tab = openTab('a');
    live.watch('a', 'w1', alone);
    await clock.advance(500);
    tell('info', info);
    show('d1', '1', 'action-1');
    await clock.advance(200);
    expect(framesOf(tab.take())).toEqual([]);
  });

  test('and one of its group do not get into each other’s way', async () => {
    const { live, openTab, tell, clock, changesOf, demands } = setUp();
    const tab = openTab('a');
    live.watch('a', 'group', watchRequest);
    live.watch('a', 'single', alone);
    await clock.advance(500);
    tab.take();
    demands();
    tell('info', info, `${S}/groups/g1/feedback`);
    await clock.advance(200);
    expect(changesOf(tab.take()).map(([watchId]) => watchId)).toEqual(['group']);
    live.unwatch('a', 'single');
    await clock.advance(5_000);
    expect(demands()).toEqual([
      'sessions/u1/clients/c1/demands statuses 0',
      'sessions/u1/clients/c1/demands info 0',
      'sessions/u1/clients/c1/demands thumbnails 0',
    ]);
  });

  test('is asked again at the hello that its group hears', async () => {
    const { live, openTab, tell, clock, broker, demands } = setUp();
    openTab('a');
    live.watch('a', 'group', watchRequest);
    live.watch('a', 'single', alone);
    await clock.advance(500);
    broker.take();
    tell('hello', record, `${S}/groups/g1/feedback`);
    const topics = broker.published.map(({ options }) => options.responseTopic);
    expect(topics.filter((topic) => topic === `${S}/groups/g1/feedback`)).toHaveLength(3);
    expect(topics.filter((topic) => topic === `${T}/backchannel`)).toHaveLength(3);
    expect(demands()).toHaveLength(6);
  });

  test('is asked at every tick while it is not there, and not any more once it is', async () => {
    const { live, openTab, tell, clock, demands } = setUp();
    openTab('a');
    live.watch('a', 'w1', alone);
    await clock.advance(1_000);
    demands();
    await clock.advance(20_000);
    expect(demands()).toHaveLength(6);
    for (let i = 0; i < 3; i += 1) {
      tell('info', info);
      await clock.advance(10_000);
    }
    expect(demands()).toEqual([]);
  });

  test('patches the display that it shows at that client', async () => {
    const { live, openTab, tell, clock, broker } = setUp();
    openTab('a');
    live.watch('a', 'w1', alone);
    live.look('a', 'w1', { visible: ['c1'], displays: { c1: 'd2' } });
    await settlePromises();
    tell('info', info);
    broker.take();
    await clock.advance(1_000);
    const [patch] = broker.take();
    expect(patch?.topic).toBe(`${T}/sessions/u1/clients/c1/actions`);
    expect(JSON.parse(patch?.payload ?? '').parameters.clients).toEqual({
      c1: { clientDisplayMap: { c1: 'd2' } },
    });
  });

  test('patches it again when it has come back', async () => {
    const { live, openTab, tell, clock, broker } = setUp();
    openTab('a');
    live.watch('a', 'group', { ...watchRequest, feeds: ['info'] });
    live.watch('a', 'w1', alone);
    live.look('a', 'w1', { visible: ['c1'], displays: { c1: 'd2' } });
    await settlePromises();
    tell('info', info);
    await clock.advance(1_000);
    broker.take();
    tell('hello', record, `${S}/groups/g1/feedback`);
    await clock.advance(1_000);
    const patch = broker.take().find(({ topic }) => topic.endsWith('/actions'));
    expect(patch?.topic).toBe(`${T}/sessions/u1/clients/c1/actions`);
    expect(JSON.parse(patch?.payload ?? '').parameters.clients.c1).toMatchObject({
      clientDisplayMap: { c1: 'd2' },
    });
  });

  test('pauses with its tab and goes with its client', async () => {
    const { live, openTab, tell, clock, broker, demands } = setUp();
    const tab = openTab('a');
    live.watch('a', 'w1', alone);
    await clock.advance(500);
    tell('info', info);
    await clock.advance(500);
    demands();
    tab.take();
    live.setVisible('a', false);
    await clock.advance(30_000);
    expect(demands()).toHaveLength(3);
    live.setVisible('a', true);
    await clock.advance(1_000);
    expect(demands()).toHaveLength(3);
    broker.deliver(`${S}/lastwill/session/u1/c1`, { since: 1 });
    await clock.advance(200);
    expect(tab.take().at(-1)?.watches).toMatchObject([{ watchId: 'w1', removed: ['c1'] }]);
  });
});

test('two tabs that show different displays of one client get the pictures of theirs', async () => {
  const { live, openTab, tell, show, clock, broker, framesOf } = setUp();
  const tabs = [openTab('a'), openTab('b')];
  live.watch('a', 'w1', alone);
  live.watch('b', 'w1', alone);
  live.look('a', 'w1', { visible: ['c1'], displays: {} });
  live.look('b', 'w1', { visible: ['c1'], displays: { c1: 'd2' } });
  await settlePromises();
  tell('info', info);
  broker.take();
  await clock.advance(1_000);
  const [patch] = broker.take();
  expect(JSON.parse(patch?.payload ?? '').parameters.clients).toEqual({
    c1: { clientDisplayMap: { c1: 'd1' }, displays: ['d1', 'd2'] },
  });
  show('d1', '1');
  show('d2', '0');
  await clock.advance(200);
  expect(tabs.map((tab) => framesOf(tab.take()).map(({ display }) => display))).toEqual([['d1'], ['d2']]);
});

test('a display that was away does not come back with its old picture', async () => {
  const { live, openTab, tell, show, clock, framesOf } = setUp();
  const tab = openTab('a');
  live.watch('a', 'w1', alone);
  await clock.advance(500);
  tell('info', info);
  show('d2', '0');
  tell('info', { ...info, displays: [{ id: 'd1', primary: true }] });
  tell('info', info);
  live.look('a', 'w1', { visible: ['c1'], displays: { c1: 'd2' } });
  await clock.advance(500);
  expect(framesOf(tab.take())).toEqual([]);
  show('d2', '0');
  await clock.advance(500);
  expect(framesOf(tab.take())).toHaveLength(1);
});

test('a thousand screens of single clients leave nothing', async () => {
  const { live, openTab, tell, show, clock, bitmaps, broker } = setUp();
  openTab('a');
  await clock.advance(100);
  const [running, filters] = [clock.pending(), broker.filters.size];
  for (let i = 0; i < 1_000; i += 1) {
    live.watch('a', `w${i}`, { ...alone, of: { client: { ...client, clientId: `c${i % 7}` } } });
    live.look('a', `w${i}`, { visible: ['c1'], displays: {} });
    tell('info', info);
    show('d1', '1');
    if (i % 10 === 0) await settlePromises();
    live.unwatch('a', `w${i}`);
  }
  await clock.advance(60_000);
  expect(clock.pending()).toBe(running);
  expect(broker.filters.size).toBe(filters);
  expect(bitmaps.openCount()).toBe(0);
});
