/** One run of a simulated device, from power on to power off: its enrolment, peers and device core. */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { Semaphore } from '#domain/semaphore.ts';
import { type DeviceLogin, deviceTokensSchema } from '#protocol/auth/auth-service.ts';
import type { Clock } from '#protocol/clock.ts';
import type { DoneAction } from '../core/actions/action-dispatcher.ts';
import type { StoredSession } from '../core/connection/agent-enrolment.ts';
import type { AgentSessionState } from '../core/connection/agent-session.ts';
import type { AgentStore } from '../core/connection/agent-store.ts';
import { createMachineLogin, type MachineIdentity } from '../core/connection/machine-login.ts';
import type { OpenAgentTransport } from '../core/connection/transport.ts';
import { createDevice, type Device } from '../core/device.ts';
import type { DeviceState } from '../core/device-state.ts';
import { deviceIdentityOf } from '../core/identity.ts';
import type { Machine } from '../core/machine.ts';
import type { PolicyMemory } from '../core/policies/policy-memory.ts';
import type { Screen } from '../core/screen.ts';
import { createNodeEnrolment } from '../node/enrolment.ts';
import type { ClassDevice } from './class-file.ts';
import type { Desktop } from './desktop/desktop.ts';
import { lookOf } from './desktop/desktop-look.ts';
import type { StudentFolder } from './files/student-folder.ts';
import { createSimulatedFiles } from './peers/simulated-files.ts';
import { createSimulatedPeers, type SimulatedPeers } from './peers/simulated-peers.ts';
import type { StudentFiles } from './student-files.ts';

export type DeviceRunOptions = {
  /** For example `http://127.0.0.1:8080`, because Node does not resolve `*.localhost`. */
  origin: string;
  tenant: string;
  /** The site's address of the peer server. */
  peerServer: string;
  secret: string;
  device: ClassDevice;
  /** The stored id of this machine's agent. */
  installationId: string;
  clock: Clock;
  random: () => number;
  semaphore: Semaphore;
  open: OpenAgentTransport;
  onSession: (state: AgentSessionState) => void;
};

/** The parts that persist across runs. */
export type DeviceRunParts = {
  desktop: Desktop;
  screen: Screen;
  machine: Machine;
  folder: StudentFolder;
  files: StudentFiles;
  policyMemory: PolicyMemory;
  /** The machine's disk, as far as its agent uses it to log in. */
  identity: AgentStore<MachineIdentity>;
  session: AgentStore<StoredSession>;
  onState: (state: Readonly<DeviceState>) => void;
  onAction: (done: DoneAction) => void;
};

export function createDeviceRun(
  options: DeviceRunOptions,
  parts: DeviceRunParts,
  /** `kept` is the machine's stored state. `signal` aborts when the device is switched off. */
  run: { kept: Partial<DeviceState>; signal: AbortSignal },
): { device: Device; peers: SimulatedPeers } {
  const { origin, tenant, peerServer, device: about, clock, random, semaphore } = options;
  const { desktop, screen, machine, folder, files } = parts;
  const { signal } = run;
  const enrolment = createNodeEnrolment({
    origin,
    tenant,
    signal,
    semaphore,
    now: clock.now,
    store: parts.session,
    login: createMachineLogin({
      // The stores end with the class, which has one site.
      site: tenant,
      siteSecret: () => options.secret,
      about: () => aboutOf(options),
      store: parts.identity,
      newId: randomUUID,
      now: clock.now,
    }),
    identityOf: (answer) => deviceIdentityOf(tenant, v.parse(deviceTokensSchema, answer)),
  });
  const peers = createSimulatedPeers({
    origin,
    tenant,
    peerServer,
    desktop,
    clock,
    random,
    signal,
    semaphore,
    accessToken: enrolment.accessToken,
    files: createSimulatedFiles({ files, folder, clock }),
  });
  const device = createDevice({
    profile: {
      type: about.type,
      version: about.version,
      os: lookOf(about.type) === 'windows' ? 'Windows' : 'Chrome OS',
      hostname: about.hostname,
      ...(about.serialNumber && { serialNumber: about.serialNumber }),
      userName: about.user.name,
      ...(lookOf(about.type) === 'windows' && { abilities: ['focusApp'] as const }),
    },
    screen,
    machine,
    peers: peers.world,
    obtain: enrolment.obtain,
    open: options.open,
    clock,
    random,
    initialState: {
      muted: about.traits.muted ?? false,
      ...(about.traits.locked && { lock: { name: 'message', text: '', blocks: [] } }),
      ...run.kept,
    },
    policyMemory: parts.policyMemory,
    onSession: options.onSession,
    onState: parts.onState,
    onAction: parts.onAction,
  });
  return { device, peers };
}

function aboutOf({ device }: DeviceRunOptions): Omit<DeviceLogin, 'secret'> {
  const { type, hostname, serialNumber, macAddress, version, user } = device;
  return {
    type,
    hostname,
    ...(serialNumber && { serialNumber }),
    ...(macAddress && { macAddresses: [macAddress] }),
    version,
    user,
  };
}
