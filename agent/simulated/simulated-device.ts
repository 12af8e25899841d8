/** One student at one device: a drawn desktop, an enrolment and the device core. */
import type { DeviceType } from '#domain/device-type.ts';
import type { Clock } from '../core/clock.ts';
import { createDevice, type Device } from '../core/device.ts';
import type { OpenLink } from '../core/link.ts';
import type { SessionState } from '../core/session.ts';
import type { ClassDevice } from './class-file.ts';
import { createDesktop, type Desktop } from './desktop/desktop.ts';
import type { LayerCache } from './desktop/layer-cache.ts';
import { createEnrolment, type Turnstile } from './enrolment.ts';

const FRAMES_KEPT = 200;

export type DrawnFrame = {
  displayId: string;
  /** Epoch milliseconds. */
  at: number;
  bytes: number;
};

export type SimulatedDevice = {
  hostname: string;
  userName: string;
  /** Comes and goes instead of staying. */
  wanders: boolean;
  online(): boolean;
  /** Undefined before its first enrolment. */
  clientId(): string | undefined;
  locked(): boolean;
  muted(): boolean;
  inputsBlocked(): boolean;
  alias(): string | undefined;
  tabs: Desktop['tabs'];
  applications: Desktop['applications'];
  setPrivacy: Desktop['setPrivacy'];
  /** The last pictures that were drawn, oldest first. */
  frames(): readonly DrawnFrame[];
  /** Payload bytes of all feedback so far. */
  uploadedBytes(): number;
  demands(): number;
  counters: Device['counters'];
  start(): void;
  /** May be started again. */
  stop(): Promise<void>;
};

export type SimulatedDeviceOptions = {
  origin: string;
  tenant: string;
  secret: string;
  device: ClassDevice;
  seed: string;
  clock: Clock;
  random: () => number;
  layers: LayerCache;
  turnstile: Turnstile;
  open: OpenLink;
  onSession: (state: SessionState) => void;
};

export function createSimulatedDevice(options: SimulatedDeviceOptions): SimulatedDevice {
  const { device: about, clock } = options;
  const { traits } = about;
  const frames: DrawnFrame[] = [];
  const abort = { controller: new AbortController() };
  const { secret, tenant, origin, turnstile } = options;

  const desktop = createDesktop({
    seed: `${options.seed}/${about.hostname}`,
    look: lookOf(about.type),
    userName: about.user.name,
    displays: about.displays,
    privacy: traits.privacy ?? false,
    clock,
    layers: options.layers,
    onDrawn(frame) {
      frames.push(frame);
      if (frames.length > FRAMES_KEPT) frames.shift();
    },
  });
  const login = {
    secret,
    type: about.type,
    hostname: about.hostname,
    ...(about.serialNumber && { serialNumber: about.serialNumber }),
    version: about.version,
    user: about.user,
  };
  const create = (): Device =>
    createDevice({
      profile: {
        type: about.type,
        version: about.version,
        os: lookOf(about.type) === 'windows' ? 'Windows' : 'Chrome OS',
        hostname: about.hostname,
        ...(about.serialNumber && { serialNumber: about.serialNumber }),
        userName: about.user.name,
      },
      screen: desktop,
      obtain: createEnrolment({
        origin,
        tenant,
        login,
        turnstile,
        now: clock.now,
        signal: abort.controller.signal,
      }),
      open: options.open,
      clock,
      random: options.random,
      initialState: {
        muted: traits.muted ?? false,
        ...(traits.locked && { lock: { name: 'message', text: '' } }),
      },
      onSession: options.onSession,
    });
  let device: Device | undefined;
  let counters: Device['counters'] = { received: 0, dropped: {}, published: {}, connects: 0 };

  return {
    hostname: about.hostname,
    userName: about.user.name,
    wanders: traits.comesAndGoes ?? false,
    online: () => device?.session().name === 'online',
    clientId: () => device?.identity()?.clientId,
    locked: () => device?.state().lock !== undefined,
    muted: () => device?.state().muted ?? false,
    inputsBlocked: () => device?.state().inputsBlocked ?? false,
    alias: () => device?.state().alias,
    tabs: desktop.tabs,
    applications: desktop.applications,
    setPrivacy: desktop.setPrivacy,
    frames: () => frames,
    uploadedBytes: () => Object.values(counters.published).reduce((sum, { bytes }) => sum + bytes, 0),
    demands: () => device?.demands() ?? 0,
    get counters() {
      return counters;
    },
    start() {
      if (device) return;
      abort.controller = new AbortController();
      device = create();
      counters = device.counters;
      device.start();
    },
    async stop() {
      const leaving = device;
      device = undefined;
      abort.controller.abort();
      await leaving?.stop();
    },
  };
}

const lookOf = (type: DeviceType) => (type === 'windowsAgent' ? 'windows' : 'chromeos');
