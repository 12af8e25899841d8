/** The desktop agent: the device core on an operating system, enrolled at a site. */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { EffectName } from '#domain/policies/effects.ts';
import type { ActionName } from '#protocol/action-parameters.ts';
import { type DeviceLogin, deviceTokensSchema } from '#protocol/auth/auth-service.ts';
import type { Clock } from '#protocol/clock.ts';
import { VERSION } from '#protocol/version.ts';
import { createAgentEnrolment, type StoredSession } from '../core/connection/agent-enrolment.ts';
import type { AgentSessionState } from '../core/connection/agent-session.ts';
import type { AgentStore } from '../core/connection/agent-store.ts';
import { createMachineLogin, type MachineIdentity } from '../core/connection/machine-login.ts';
import type { PlatformCall } from '../core/connection/platform-call.ts';
import { createDevice, type Device } from '../core/device.ts';
import type { DeviceState } from '../core/device-state.ts';
import { type DeviceProfile, deviceIdentityOf } from '../core/identity.ts';
import type { PolicyMemory } from '../core/policies/policy-memory.ts';
import { createMqttTransport } from '../mqtt/mqtt-transport.ts';
import { createPeerServices } from '../node/peer-services.ts';
import { createDesktopMachine } from './desktop-machine.ts';
import { createDesktopScreen } from './desktop-screen.ts';
import { createDesktopFiles } from './files/desktop-files.ts';
import { createDesktopPeers } from './peers/desktop-peers.ts';
import type { Platform } from './platform/platform.ts';
import { createPowerNotice } from './power-notice.ts';
import { reachableUrl } from './program/localhost-fetch.ts';
import type { SiteServices } from './program/site-services.ts';

export type DesktopAgent = { device: Device; stop(): Promise<void> };

export type DesktopAgentDeps = {
  type: Extract<DeviceProfile['type'], 'linuxAgent' | 'windowsAgent'>;
  platform: Platform;
  services: SiteServices;
  tenant: string;
  site: string;
  /** The site's secret from the deployment; empty if the machine has to log in with its own. */
  siteSecret: string;
  call: PlatformCall;
  identity: AgentStore<MachineIdentity>;
  session: AgentStore<StoredSession>;
  policyMemory: PolicyMemory;
  /** A folder of the agent for unfinished files. */
  partsFolder: string;
  /** The state before the agent's last end, so that its restart does not lift a lock. */
  initialState: Partial<DeviceState>;
  clock: Clock;
  random: () => number;
  log(line: string): void;
  onSession: (state: AgentSessionState) => void;
  onState: (state: Readonly<DeviceState>) => void;
};

/** The agent has no panel for the student yet, reads no tabs of browsers, and has no remote control. */
const UNSUPPORTED_ACTIONS: readonly ActionName[] = [
  'broadcast',
  'closeTabs',
  'focusTab',
  'login',
  'openChatRoom',
  'poll',
  'remoteControl',
  'requestName',
  'stopRemoteControl',
];
const UNSUPPORTED_EFFECTS: readonly EffectName[] = ['BlockWebsitesDefinition', 'BlockAllWebsitesDefinition'];

/** Resolves when the device has started. It connects, and reconnects, by itself. */
export async function startDesktopAgent(deps: DesktopAgentDeps): Promise<DesktopAgent> {
  const { type, platform, services, tenant, clock } = deps;
  const { facts, unsupported } = platform;
  const abort = new AbortController();
  const screen = createDesktopScreen(platform);
  const enrolment = createAgentEnrolment({
    call: deps.call,
    authUrl: services.authUrl,
    tenant,
    login: createMachineLogin({
      site: `${tenant}/${deps.site}`,
      siteSecret: () => deps.siteSecret,
      about: () => loginOf(type, platform),
      store: deps.identity,
      newId: randomUUID,
      now: clock.now,
    }),
    store: deps.session,
    identityOf: (answer) => deviceIdentityOf(tenant, v.parse(deviceTokensSchema, answer)),
    now: clock.now,
    signal: abort.signal,
  });
  const files = createDesktopFiles({ platform, clock, partsFolder: deps.partsFolder });
  const peers = createDesktopPeers({
    platform,
    services: createPeerServices({
      origin: reachableUrl(services.restUrl).replace(/\/$/, ''),
      tenant,
      accessToken: enrolment.accessToken,
      signal: abort.signal,
    }),
    tenant,
    peerServer: services.peerServer,
    files,
    isPrivate: () => device.state().policies.privacy,
    clock,
    random: deps.random,
    log: deps.log,
  });
  const device = createDevice({
    profile: {
      type,
      version: VERSION,
      os: facts.os,
      hostname: facts.hostname,
      ...(facts.serialNumber !== undefined && { serialNumber: facts.serialNumber }),
      userName: facts.userName,
      abilities: ['focusApp'],
      unsupported: [...UNSUPPORTED_ACTIONS, ...unsupported.actions],
      unsupportedEffects: [...UNSUPPORTED_EFFECTS, ...unsupported.effects],
    },
    screen,
    machine: createDesktopMachine(platform, files),
    peers: peers.world,
    obtain: enrolment.obtain,
    open: createMqttTransport(services.brokerUrl, clock),
    clock,
    random: deps.random,
    policyMemory: deps.policyMemory,
    initialState: deps.initialState,
    onSession: deps.onSession,
    onState(state) {
      power.show(state);
      deps.onState(state);
    },
  });
  const power = createPowerNotice({ platform, abort: () => void device.abortPower(), now: clock.now });
  await screen.start();
  device.start();
  return {
    device,
    async stop() {
      await device.stop();
      abort.abort();
      peers.stop();
      screen.stop();
    },
  };
}

const loginOf = (
  type: DesktopAgentDeps['type'],
  { facts }: Platform,
): Omit<DeviceLogin, 'secret' | 'installationId'> => ({
  type,
  hostname: facts.hostname,
  ...(facts.serialNumber !== undefined && { serialNumber: facts.serialNumber }),
  macAddresses: [...facts.macAddresses],
  version: VERSION,
  user: { name: facts.userName },
});
