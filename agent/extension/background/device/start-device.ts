/** The device core of one site, from the stored state to the connection. */
import type { TenantConfiguration } from '#protocol/auth/tenant-configuration.ts';
import type { Clock } from '#protocol/clock.ts';
import type { SiteDeployment } from '#protocol/deployment.ts';
import { siteAddress } from '#protocol/site-address.ts';
import type { AgentSessionState } from '../../../core/connection/agent-session.ts';
import type { PlatformCall } from '../../../core/connection/platform-call.ts';
import { createReadRoom } from '../../../core/connection/read-room.ts';
import { createDevice, type Device } from '../../../core/device.ts';
import type { DeviceState } from '../../../core/device-state.ts';
import type { Watcher } from '../../../core/feedback/watchers.ts';
import type { DeviceProfile } from '../../../core/identity.ts';
import type { PickFiles } from '../../../core/machine.ts';
import type { PeerWorld } from '../../../core/peer-world.ts';
import type { PageGuard } from '../../../core/policies/page-guard.ts';
import type { Screen } from '../../../core/screen.ts';
import { createMqttTransport } from '../../../mqtt/mqtt-transport.ts';
import type { PeerPlace } from '../../peer-link.ts';
import { type BrowserFacts, readBrowserFacts } from './browser-facts.ts';
import { createExtensionEnrolment } from './enrolment.ts';
import { openStoredState } from './stored-state.ts';

export type DeviceEvents = {
  onSession: (state: AgentSessionState) => void;
  /** `userName`: the name of the person at the browser, as the platform knows it. */
  onState: (state: Readonly<DeviceState>, userName: string) => void;
  onWatchers: (watchers: readonly Watcher[]) => void;
};

export type StartedDevice = {
  device: Device;
  /** Where the device's peer connections go, and the newest token for them. */
  place: PeerPlace;
  accessToken: () => string | undefined;
  stop(): Promise<void>;
};

export async function startDevice(options: {
  deployment: SiteDeployment;
  services: TenantConfiguration;
  call: PlatformCall;
  clock: Clock;
  screen: Screen;
  peers: PeerWorld;
  pageGuard: PageGuard;
  files: PickFiles;
  events: DeviceEvents;
}): Promise<StartedDevice> {
  const { deployment, services, clock, call, events } = options;
  const { configUrl, tenantKey, siteId } = deployment;
  const facts = await readBrowserFacts();
  const stored = await openStoredState(JSON.stringify([configUrl, tenantKey, siteId]));
  const { version } = chrome.runtime.getManifest();
  const abort = new AbortController();
  const enrolment = createExtensionEnrolment({
    call,
    authUrl: services.AUTH_URL,
    deployment,
    facts,
    version,
    now: clock.now,
    signal: abort.signal,
  });
  const show = (state: Readonly<DeviceState>) => {
    stored.hold(state);
    events.onState(state, facts.user.name);
  };
  const device = createDevice({
    profile: profileOf(facts, version),
    screen: options.screen,
    peers: options.peers,
    pageGuard: options.pageGuard,
    files: options.files,
    readRoom: createReadRoom({
      call,
      configuration: services,
      accessToken: enrolment.accessToken,
      signal: abort.signal,
    }),
    obtain: enrolment.obtain,
    open: createMqttTransport(siteAddress(services.MQTT_URL, siteId), clock),
    clock,
    random: secureRandom,
    initialState: stored.initial,
    policyMemory: stored.policyMemory,
    onSession: events.onSession,
    onState: show,
    onWatchers: events.onWatchers,
  });
  show(device.state());
  device.start();
  return {
    device,
    place: { configuration: services, siteId },
    accessToken: enrolment.accessToken,
    async stop() {
      await device.stop();
      abort.abort();
    },
  };
}

const profileOf = ({ hostname, serialNumber, os, user }: BrowserFacts, version: string): DeviceProfile => ({
  type: 'extension',
  version,
  os,
  hostname,
  ...(serialNumber !== undefined && { serialNumber }),
  userName: user.name,
  abilities: ['collectFiles'],
  unsupported: UNSUPPORTED_ACTIONS,
});

/** Actions that other agents in a browser support, and this one does not yet. */
const UNSUPPORTED_ACTIONS = ['closeApps', 'fullScreen', 'updateDeviceInventory', 'updateInvent'] as const;

/** Returns a number from 0 to below 1. The run's name at the broker must not be guessable. */
const secureRandom = () => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 0x1_0000_0000;
