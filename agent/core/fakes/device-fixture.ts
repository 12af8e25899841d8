/** A device with a broker, a screen, a machine and a clock that a test holds in its hands. */
import type { DeviceType } from '#domain/devices/device-type.ts';
import type { ActionName, RetrievedFile } from '#protocol/action-parameters.ts';
import type { Ability, Display } from '#protocol/feedback.ts';
import {
  backchannel,
  clientGroups,
  clientOrders,
  clientPolicies,
  groupFeedback,
  type Target,
  targetTopic,
} from '#protocol/topics.ts';
import type { DoneAction } from '../actions/action-desk.ts';
import type { TransportClose, TransportMessage } from '../connection/transport.ts';
import { createDevice } from '../device.ts';
import type { DeviceState } from '../device-state.ts';
import type { PickFiles } from '../machine.ts';
import type { PeerWorld } from '../peer-world.ts';
import { createFakeClock } from './fake-clock.ts';
import { createFakeMachine } from './fake-machine.ts';
import { createFakeScreen } from './fake-screen.ts';
import { createFakeTransports } from './fake-transports.ts';

export const SCOPE = { tenant: 'demo', site: 'riverside' };
export const IDENTITY = { ...SCOPE, clientId: 'c1', userId: 'u1', authType: 'user' } as const;
/** Unsigned; its claims are those of `IDENTITY`. */
const TOKEN =
  'eyJhbGciOiJub25lIn0.eyJpc3MiOiJpIiwiYXVkIjoiYSIsInN1YiI6ImMxIiwia2luZCI6ImRldmljZSIsInRlbmFudCI6ImRlbW8iLCJzaXRlIjoicml2ZXJzaWRlIiwiY2xpZW50SWQiOiJjMSIsInVzZXJJZCI6InUxIiwiYXV0aFR5cGUiOiJ1c2VyIiwiaWF0IjowLCJleHAiOjF9.x';

export const group = (groupId = 'g1'): Target => ({ to: 'group', groupId });
export const own: Target = { to: 'client', authType: 'user', userId: 'u1', clientId: 'c1' };

export function createFixture(
  options: {
    tokenLifeMs?: number;
    displays?: readonly Display[];
    type?: DeviceType;
    files?: readonly RetrievedFile[];
    peers?: PeerWorld;
    abilities?: readonly Ability[];
    unsupported?: readonly ActionName[];
    pick?: PickFiles;
    initialState?: Partial<DeviceState>;
  } = {},
) {
  const clock = createFakeClock();
  const { screen, shown, draws, changed } = createFakeScreen(options.displays);
  const machine = createFakeMachine(options.files);
  const { transports, transport, open, broker } = createFakeTransports();
  const enrolment = { fails: false };
  const obtained: { afterRefusal: boolean }[] = [];
  let acted = 0;
  const done: DoneAction[] = [];

  const device = createDevice({
    machine,
    ...(options.peers && { peers: options.peers }),
    ...(options.pick && { files: options.pick }),
    ...(options.initialState && { initialState: options.initialState }),
    onAction: (action) => done.push(action),
    profile: {
      type: options.type ?? 'windowsAgent',
      version: '1',
      os: 'Windows',
      hostname: 'host',
      userName: 'Ana',
      ...(options.abilities && { abilities: options.abilities }),
      ...(options.unsupported && { unsupported: options.unsupported }),
    },
    screen,
    clock,
    random: () => 0.5,
    async obtain(how) {
      obtained.push(how);
      if (enrolment.fails) throw new Error('unreachable');
      return {
        accessToken: TOKEN,
        identity: IDENTITY,
        expiresAt: clock.now() + (options.tokenLifeMs ?? 3_600_000),
      };
    },
    open,
  });

  const deliver = async (topic: string, payload: unknown, properties: Partial<TransportMessage> = {}) => {
    const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
    transport().events.onMessage({
      topic,
      payload: new Uint8Array(text.length),
      text: () => text,
      retain: false,
      ...properties,
    });
    await clock.advance(0);
  };

  return {
    clock,
    device,
    machine,
    /** What `onAction` was told. */
    done,
    transports,
    transport,
    draws,
    obtained,
    shown,
    broker,
    /** Of the device: it cannot enrol while `fails` is true. */
    enrolment,
    deliver,
    /** Starts, lets the broker accept, and tells the groups. */
    async goOnline(groups: readonly string[] = ['g1'], sessionPresent = false) {
      if (transports.length === 0) device.start();
      await clock.advance(0);
      transport().events.onOpen(sessionPresent);
      await deliver(clientGroups(SCOPE, 'c1'), { groups }, { retain: true });
    },
    /** The platform retains these orders of the classes that the device is in. */
    orders: (...orders: readonly { id: string; action: string; parameters?: object }[]) =>
      deliver(
        clientOrders(SCOPE, 'c1'),
        { orders: orders.map((order) => ({ tutorId: 'anna', ...order })) },
        { retain: true },
      ),
    /** The platform retains these policies for the device. */
    policies: (...policies: readonly object[]) =>
      deliver(
        clientPolicies(SCOPE, 'c1'),
        { policies: policies.map((policy, i) => ({ id: `p${i + 1}`, name: 'P', effects: [], ...policy })) },
        { retain: true },
      ),
    async lose(close: TransportClose = { name: 'lost', message: 'cut' }) {
      transport().events.onClose(close);
      await clock.advance(0);
    },
    demand: (
      type: string,
      wish: {
        tutor?: string;
        source?: string;
        since?: number;
        to?: Target;
        responseTopic?: string;
        frequency?: number;
        ttl?: number;
        parameters?: object;
      } = {},
    ) => {
      const { tutor = 'anna', to = group() } = wish;
      const responseTopic =
        wish.responseTopic ??
        (to.to === 'group' ? groupFeedback(SCOPE, to.groupId) : backchannel(SCOPE, tutor));
      return deliver(
        targetTopic(SCOPE, tutor, to, 'demands'),
        {
          'demand-type': type,
          'demand-parameters': wish.parameters ?? (type === 'thumbnails' ? { quality: 30 } : {}),
          frequency: wish.frequency ?? 5_000,
          TTL: wish.ttl ?? 600_000,
          ...(wish.source !== undefined && { source: wish.source }),
          ...(wish.since !== undefined && { since: wish.since }),
        },
        { responseTopic },
      );
    },
    act: (
      action: string,
      parameters: object = {},
      wish: { tutor?: string; to?: Target; id?: string; timeSent?: number } = {},
    ) =>
      deliver(targetTopic(SCOPE, wish.tutor ?? 'anna', wish.to ?? group(), 'actions'), {
        id: wish.id ?? `${action}-${acted++}`,
        action,
        parameters,
        timeSent: wish.timeSent ?? clock.now(),
      }),
    screenChanged: changed,
    /** What was published to a topic that ends so, by all transports, oldest first. */
    sent: (ending: string) =>
      transports.flatMap(({ published }) => published.filter(({ topic }) => topic.endsWith(ending))),
    replies: () =>
      transports.flatMap(({ published }) =>
        published
          .filter(({ topic }) => topic.endsWith('/reply'))
          .map(({ payload }) => JSON.parse(String(payload))),
      ),
  };
}
