import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSemaphore } from '#domain/semaphore.ts';
import { createFakeClock } from '#protocol/fakes/fake-clock.ts';
import { backchannel, lastWill, targetTopic } from '#protocol/topics.ts';
import type { AgentTransportEvents, TransportPublish } from '../core/connection/transport.ts';
import { createLayerCache } from './desktop/layer-cache.ts';
import { createClassFolders } from './files/class-folders.ts';
import { createSimulatedDevice } from './simulated-device.ts';

const self = { tenant: 'demo', site: 's', clientId: 'c1', userId: 'u1', authType: 'user' } as const;
const claims = {
  iss: 'i',
  aud: 'a',
  sub: 'c1',
  kind: 'device',
  tenant: 'demo',
  site: 's',
  clientId: 'c1',
  iat: 0,
  exp: 1,
};
const TOKENS = {
  accessToken: `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`,
  refreshToken: 'r',
  expiresIn: 3_600,
  siteId: 's',
  clientId: self.clientId,
  userId: self.userId,
  authType: self.authType,
};

beforeEach(() => {
  // The platform; the real one stands in the contracts.
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(TOKENS)));
});
afterEach(() => vi.unstubAllGlobals());

function create() {
  const clock = createFakeClock();
  const published: TransportPublish[] = [];
  let broker: AgentTransportEvents | undefined;
  let transports = 0;
  let connected = 0;
  const device = createSimulatedDevice({
    origin: 'http://127.0.0.1:1',
    peerServer: 'ws://127.0.0.1:1/peerjs/riverside',
    tenant: 'demo',
    secret: 's',
    seed: '1',
    clock,
    random: () => 0.5,
    layers: createLayerCache({ maxBytes: 1_000_000 }),
    semaphore: createSemaphore(1),
    pictures: 'drawn',
    folders: createClassFolders(),
    onSession() {},
    installationId: 'i1',
    device: {
      type: 'windowsAgent',
      hostname: 'RS-1',
      version: '1',
      user: { name: 'Maya Lind' },
      displays: [{ id: 'd1', primary: true, width: 1920, height: 1080 }],
      traits: { privacy: false, locked: false, muted: false, comesAndGoes: false },
    },
    open(_, events) {
      broker = events;
      transports++;
      return {
        publish: async (message) => published.push(message) > 0,
        subscribe: async () => true,
        unsubscribe: async () => true,
        close: async () => {},
      };
    },
  });
  const connect = async () => {
    // The answer of the platform takes more than microtasks.
    await vi.waitFor(async () => {
      await clock.advance(0);
      expect(transports).toBeGreaterThan(connected);
    });
    connected = transports;
    broker?.onOpen(false);
    await clock.advance(0);
  };
  let acted = 0;
  const act = async (action: string, parameters: object, id = `a${acted++}`) => {
    const text = JSON.stringify({ id, action, parameters, timeSent: clock.now() });
    broker?.onMessage({
      topic: targetTopic(self, 'anna', { to: 'client', ...self }, 'actions'),
      payload: Buffer.from(text),
      text: () => text,
      retain: false,
      responseTopic: backchannel(self, 'anna'),
    });
    await clock.advance(0);
  };
  const replies = () =>
    published
      .filter(({ topic }) => topic.endsWith('/reply'))
      .map(({ payload }) => JSON.parse(String(payload)));
  return { clock, device, connect, act, replies, published, transports: () => transports };
}

async function online() {
  const made = create();
  made.device.start();
  await made.connect();
  return made;
}

describe('a simulated device', () => {
  it('tells what was done to it and what it was told to do, each id once', async () => {
    const { device, act, clock } = await online();
    const heard: string[] = [];
    const undo = device.onActionDone(({ id }) => heard.push(`${id} ${device.muted()}`));
    await act('mute', {}, 'm');
    await act('mute', {}, 'm');
    await act('launch', {}, 'bad');
    expect(device.state()).toMatchObject({ muted: true });
    expect(device.actionsDone()).toEqual([
      { id: 'm', action: 'mute', at: clock.now(), ok: true },
      { id: 'bad', action: 'launch', at: clock.now(), ok: false },
    ]);
    undo();
    await act('unmute', {});
    expect(heard).toEqual(['m true', 'bad true']);
    await device.stop();
    expect(device.actionsDone()).toHaveLength(3);
  });

  it('tells an id again when it is done again, by a machine that has forgotten it over a restart', async () => {
    const { device, act, clock, connect } = await online();
    const heard: string[] = [];
    device.onActionDone(({ id }) => heard.push(id));
    await act('mute', {}, 'm');
    await act('powerAction', { action: 'reboot' }, 'p');
    await clock.advance(12_000);
    await connect();
    await act('mute', {}, 'm');
    expect(device.muted()).toBe(true);
    expect([heard, device.actionsDone().map(({ id }) => id)]).toEqual([
      ['m', 'p', 'm'],
      ['m', 'p', 'm'],
    ]);
  });

  it('has a student who rests when it is stopped', async () => {
    const { device, act, clock } = await online();
    await act('poll', { id: 'q', question: 'Ready?', answers: ['Yes', 'No'] });
    await device.stop();
    expect(clock.pending()).toBe(0);
  });

  it('keeps the last thousand actions', async () => {
    const { device, act } = await online();
    for (let i = 0; i < 1_005; i++) await act('ping', {}, `p${i}`);
    expect(device.actionsDone()).toHaveLength(1_000);
    expect(device.actionsDone()[0]?.id).toBe('p5');
  });

  it('has a student who answers', async () => {
    const { device, act, clock, replies } = await online();
    await act('poll', { id: 'q', question: 'Ready?', answers: ['Yes', 'No'] }, 'ask');
    expect(device.state().poll?.answer).toBeUndefined();
    await clock.advance(20_000);
    expect(['A', 'B']).toContain(device.state().poll?.answer);
    expect(replies()).toContainEqual(expect.objectContaining({ id: 'ask', 'feedback-type': 'answered' }));
    await act('requestName', {});
    await clock.advance(12_000);
    expect(device.state().name).toContain('Maya');
  });

  it.each([
    ['reboot', 9_000, 12_000],
    ['shutdown', 60_000, 120_000],
    ['sleep', 60_000, 120_000],
    ['logout', 60_000, 120_000],
  ])('says goodbye for a %s, is away and comes back', async (action, low, high) => {
    const { device, act, clock, connect, replies, published, transports } = await online();
    await act('setAlias', { alias: 'Window seat' });
    await act('mute', {});
    await act('powerAction', { action, countdown: 5 }, 'p');
    expect(device.state().power).toMatchObject({ action });
    await clock.advance(5_000);
    expect(device.online()).toBe(false);
    expect(replies().filter(({ id }) => id === 'p')).toMatchObject([
      { outcome: 'scheduled' },
      { outcome: 'done' },
    ]);
    expect(published.at(-2)?.topic).toBe(lastWill(self, self));
    await clock.advance(low - 5_001);
    expect(transports()).toBe(1);
    await clock.advance(high - low + 5_001);
    await connect();
    expect([device.online(), device.alias(), device.muted()]).toEqual([
      true,
      'Window seat',
      action === 'sleep',
    ]);
    await device.stop();
    expect(clock.pending()).toBe(0);
  });

  it('comes back when it is switched on before its time, once', async () => {
    const { device, act, clock, connect, transports } = await online();
    await act('powerAction', { action: 'shutdown' });
    await clock.advance(1_000);
    expect(device.online()).toBe(false);
    for (let i = 0; i < 2; i++) device.start();
    await connect();
    await clock.advance(120_000);
    expect([device.online(), transports()]).toEqual([true, 2]);
  });

  it('does not come back once it was stopped', async () => {
    const { device, act, clock, transports } = await online();
    await act('powerAction', { action: 'reboot' });
    await clock.advance(0);
    await device.stop();
    expect(clock.pending()).toBe(0);
    await clock.advance(60_000);
    expect(transports()).toBe(1);
  });
});
