/** A device with a broker, a screen, a machine and a clock that a test controls. */
import type { DeviceType } from '#domain/devices/device-type.ts';
import type { EffectName } from '#domain/policies/effects.ts';
import type { ActionName, RetrievedFile } from '#protocol/action-parameters.ts';
import { createFakeClock } from '#protocol/fakes/fake-clock.ts';
import type { Ability, Display } from '#protocol/feedback.ts';
import { clientGroups } from '#protocol/topics.ts';
import type { DoneAction } from '../actions/action-dispatcher.ts';
import type { ReadRoom } from '../actions/room-readings.ts';
import type { TransportClose } from '../connection/transport.ts';
import { createDevice } from '../device.ts';
import type { DeviceState } from '../device-state.ts';
import type { PickFiles } from '../machine.ts';
import type { PeerWorld } from '../peer-world.ts';
import type { PageGuard } from '../policies/page-guard.ts';
import type { PolicyMemory } from '../policies/policy-memory.ts';
import { createFakeMachine } from './fake-machine.ts';
import { createFakeScreen } from './fake-screen.ts';
import { createFakeTransports } from './fake-transports.ts';
import { createPlayedPlatform, group, own, SCOPE } from './played-platform.ts';

export { group, own, SCOPE };
export const IDENTITY = { ...SCOPE, clientId: 'c1', userId: 'u1', authType: 'user' } as const;
/** An unsigned token with the claims of `IDENTITY`. */
const TOKEN =
  'eyJhbGciOiJub25lIn0.eyJpc3MiOiJpIiwiYXVkIjoiYSIsInN1YiI6ImMxIiwia2luZCI6ImRldmljZSIsInRlbmFudCI6ImRlbW8iLCJzaXRlIjoicml2ZXJzaWRlIiwiY2xpZW50SWQiOiJjMSIsInVzZXJJZCI6InUxIiwiYXV0aFR5cGUiOiJ1c2VyIiwiaWF0IjowLCJleHAiOjF9.x';

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
    policyMemory?: PolicyMemory;
    pageGuard?: PageGuard;
    unsupportedEffects?: readonly EffectName[];
    readRoom?: ReadRoom;
  } = {},
) {
  const clock = createFakeClock();
  const { screen, shown, draws, changed } = createFakeScreen(options.displays);
  const machine = createFakeMachine(options.files);
  const { transports, transport, open, broker } = createFakeTransports();
  const enrolment: { fails: boolean; failsWith: Error | undefined } = { fails: false, failsWith: undefined };
  const obtained: { afterRefusal: boolean }[] = [];
  const done: DoneAction[] = [];

  const device = createDevice({
    machine,
    ...(options.peers && { peers: options.peers }),
    ...(options.readRoom && { readRoom: options.readRoom }),
    ...(options.pick && { files: options.pick }),
    ...(options.pageGuard && { pageGuard: options.pageGuard }),
    ...(options.policyMemory && { policyMemory: options.policyMemory }),
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
      ...(options.unsupportedEffects && { unsupportedEffects: options.unsupportedEffects }),
    },
    screen,
    clock,
    random: () => 0.5,
    async obtain(how) {
      obtained.push(how);
      if (enrolment.failsWith) throw enrolment.failsWith;
      if (enrolment.fails) throw new Error('unreachable');
      return {
        accessToken: TOKEN,
        identity: IDENTITY,
        expiresAt: clock.now() + (options.tokenLifeMs ?? 3_600_000),
      };
    },
    open,
  });

  const platform = createPlayedPlatform({ clock, transport });

  return {
    clock,
    device,
    machine,
    /** The actions that `onAction` was called with. */
    done,
    transports,
    transport,
    draws,
    obtained,
    shown,
    broker,
    /** The device's enrolment, which fails while `fails` is true. */
    enrolment,
    ...platform,
    /** Starts the device, accepts it at the broker, and sends its groups. */
    async goOnline(groups: readonly string[] = ['g1'], sessionPresent = false) {
      if (transports.length === 0) device.start();
      await clock.advance(0);
      transport().events.onOpen(sessionPresent);
      await platform.deliver(clientGroups(SCOPE, 'c1'), { groups }, { retain: true });
    },
    async lose(close: TransportClose = { name: 'lost', message: 'cut' }) {
      transport().events.onClose(close);
      await clock.advance(0);
    },
    screenChanged: changed,
    /** The messages published to topics with this ending, by all transports, oldest first. */
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
