/** One student at one device: a drawn desktop, a machine, an enrolment, a will of its own and the device core. */
import * as v from 'valibot';
import type { DeviceType } from '#domain/devices/device-type.ts';
import type { RetrievedFile } from '#protocol/action-parameters.ts';
import { deviceTokensSchema } from '#protocol/auth/auth-service.ts';
import type { Clock } from '#protocol/clock.ts';
import type { DoneAction } from '../core/actions/action-desk.ts';
import type { AgentSessionState } from '../core/connection/agent-session.ts';
import type { OpenAgentTransport } from '../core/connection/transport.ts';
import { createCounters } from '../core/counters.ts';
import { createDevice, type Device } from '../core/device.ts';
import { type DeviceState, FRESH_STATE, type PowerAction } from '../core/device-state.ts';
import { type DeviceIdentity, deviceIdentityOf } from '../core/identity.ts';
import { createNodeEnrolment } from '../node/enrolment.ts';
import type { Turnstile } from '../node/turnstile.ts';
import { createActionLog } from './action-log.ts';
import type { ClassDevice } from './class-file.ts';
import { createDesktop, type Desktop } from './desktop/desktop.ts';
import type { LayerCache } from './desktop/layer-cache.ts';
import type { ClassFolders } from './files/class-folders.ts';
import type { ReceivedFile } from './files/student-folder.ts';
import { createSimulatedFiles } from './peers/simulated-files.ts';
import { createSimulatedPeers, type PeerCounts, type SimulatedPeers } from './peers/simulated-peers.ts';
import { backAfterMs, keptOver } from './power-cycle.ts';
import { recordPictures } from './recorded-pictures.ts';
import type { RemoteKey } from './remote-screen/remote-hands.ts';
import { createRemoteScreen } from './remote-screen/remote-screen.ts';
import { createSimulatedMachine } from './simulated-machine.ts';
import { createStudent, type StudentHands } from './student.ts';
import { createStudentFiles } from './student-files.ts';

const FRAMES_KEPT = 200;

export type DrawnFrame = {
  displayId: string;
  /** Epoch milliseconds. */
  at: number;
  bytes: number;
};

export type SimulatedDevice = StudentHands & {
  hostname: string;
  userName: string;
  /** By which it is woken; undefined: it cannot be. */
  macAddress: string | undefined;
  /** Comes and goes instead of staying. */
  wanders: boolean;
  online(): boolean;
  /** Undefined before its first enrolment and while it is off. */
  clientId(): string | undefined;
  identity(): DeviceIdentity | undefined;
  /** What tutors did to it and what its student did; that of a fresh device while it is off. */
  state(): Readonly<DeviceState>;
  locked(): boolean;
  muted(): boolean;
  inputsBlocked(): boolean;
  alias(): string | undefined;
  tabs: Desktop['tabs'];
  applications: Desktop['applications'];
  notification: Desktop['notification'];
  setPrivacy: Desktop['setPrivacy'];
  /** The last 1,000 actions that were done or refused, oldest first; one that was done twice is there twice. */
  actionsDone(): readonly DoneAction[];
  /** Told at the moment of the effect, before the reply leaves. Answers the undo. */
  onActionDone(listener: (done: DoneAction) => void): () => void;
  /** What tutors sent, of this run, oldest first: whole, checked and on disk. */
  receivedFiles(): readonly ReceivedFile[];
  /** Of a file of its listing that nobody sent; hexadecimal. */
  sha256Of(file: RetrievedFile): string | undefined;
  /** What is open between peers now: all 0 when nothing runs. */
  peerCounts(): PeerCounts & { openFiles: number };
  /** The student wants none of it: screens that are shown here and that are sent from here end. */
  refuseScreens(): void;
  /** Pictures of tutors' shared screens that have arrived so far. */
  broadcastFrames(): number;
  /** The last 200 keys that a tutor pressed by remote control, oldest first. */
  remoteKeys(): readonly RemoteKey[];
  /** The last pictures that were sent for demands, oldest first. */
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
  open: OpenAgentTransport;
  pictures: 'drawn' | 'recorded';
  folders: ClassFolders;
  onSession: (state: AgentSessionState) => void;
};

export function createSimulatedDevice(options: SimulatedDeviceOptions): SimulatedDevice {
  const { device: about, clock, tenant } = options;
  const { traits, hostname } = about;
  const seed = `${options.seed}/${hostname}`;
  const frames: DrawnFrame[] = [];
  const log = createActionLog();
  let abort = new AbortController();
  let device: Device | undefined;
  let counters: Device['counters'] = createCounters();
  let peers: SimulatedPeers | undefined;
  let framesBefore = 0;
  /** What a machine that was switched off comes back with, and when. */
  let kept: Partial<DeviceState> = {};
  let cancelReturn: (() => void) | undefined;

  const noteFrame = (frame: DrawnFrame) => {
    frames.push(frame);
    if (frames.length > FRAMES_KEPT) frames.shift();
  };
  const desktop = createDesktop({
    seed,
    look: lookOf(about.type),
    userName: about.user.name,
    displays: about.displays,
    privacy: traits.privacy ?? false,
    clock,
    layers: options.layers,
    onDrawn: noteFrame,
  });
  const screen =
    options.pictures === 'drawn'
      ? desktop
      : recordPictures(desktop, (frame) => noteFrame({ ...frame, at: clock.now() }));
  const remoteScreen = createRemoteScreen({ desktop, name: hostname, clock });
  const student = createStudent({ seed, name: about.user.name, clock, hands: () => device });
  const folder = options.folders.of(hostname);
  const files = createStudentFiles({ seed, userName: about.user.name, folder });
  const machine = createSimulatedMachine({
    files,
    remoteScreen,
    seed,
    hostname,
    displays: about.displays,
    type: about.type,
    serialNumber: about.serialNumber,
    macAddress: about.macAddress,
    userName: about.user.name,
    power: (action) => void powerCycle(action),
  });
  const login = {
    secret: options.secret,
    type: about.type,
    hostname,
    ...(about.serialNumber && { serialNumber: about.serialNumber }),
    version: about.version,
    user: about.user,
  };

  const create = (signal: AbortSignal): Device => {
    const enrolment = createNodeEnrolment({
      origin: options.origin,
      tenant,
      signal,
      turnstile: options.turnstile,
      now: clock.now,
      login: { path: '/devices/login', body: login },
      identityOf: (answer) => deviceIdentityOf(tenant, v.parse(deviceTokensSchema, answer)),
    });
    framesBefore += peers?.broadcastFrames() ?? 0;
    peers = createSimulatedPeers({
      origin: options.origin,
      tenant,
      desktop,
      clock,
      random: options.random,
      signal,
      turnstile: options.turnstile,
      accessToken: enrolment.accessToken,
      files: createSimulatedFiles({ files, folder, clock }),
    });
    return createDevice({
      profile: {
        type: about.type,
        version: about.version,
        os: lookOf(about.type) === 'windows' ? 'Windows' : 'Chrome OS',
        hostname,
        ...(about.serialNumber && { serialNumber: about.serialNumber }),
        userName: about.user.name,
      },
      screen,
      machine,
      peers: peers.world,
      obtain: enrolment.obtain,
      open: options.open,
      clock,
      random: options.random,
      initialState: {
        muted: traits.muted ?? false,
        ...(traits.locked && { lock: { name: 'message', text: '', blocks: [] } }),
        ...kept,
      },
      onSession: options.onSession,
      onState: student.see,
      onAction: log.add,
    });
  };

  const start = () => {
    if (device) return;
    cancelReturn?.();
    abort = new AbortController();
    device = create(abort.signal);
    kept = {};
    counters = device.counters;
    device.start();
  };
  const leave = async () => {
    const leaving = device;
    device = undefined;
    student.stop();
    remoteScreen.close();
    abort.abort();
    await leaving?.stop();
  };
  const powerCycle = async (action: PowerAction) => {
    if (device === undefined) return;
    kept = keptOver(action, device.state());
    cancelReturn?.();
    cancelReturn = clock.after(backAfterMs(action, seed), start);
    await leave();
  };

  return {
    hostname,
    userName: about.user.name,
    macAddress: about.macAddress,
    wanders: traits.comesAndGoes ?? false,
    online: () => device?.session().name === 'online',
    clientId: () => device?.identity()?.clientId,
    identity: () => device?.identity(),
    state: () => device?.state() ?? FRESH_STATE,
    locked: () => device?.state().lock !== undefined,
    muted: () => device?.state().muted ?? false,
    inputsBlocked: () => device?.state().inputsBlocked ?? false,
    alias: () => device?.state().alias,
    answerPoll: (answer) => device?.answerPoll(answer) ?? false,
    giveName: (name) => device?.giveName(name) ?? false,
    decideFullScreen: (granted) => device?.decideFullScreen(granted) ?? false,
    abortPower: () => device?.abortPower() ?? false,
    leaveRoom: (roomId) => device?.leaveRoom(roomId) ?? false,
    tabs: desktop.tabs,
    applications: desktop.applications,
    notification: desktop.notification,
    setPrivacy: desktop.setPrivacy,
    actionsDone: log.all,
    onActionDone: log.onAction,
    receivedFiles: folder.received,
    sha256Of: files.sha256,
    peerCounts: () => ({
      ...(peers?.counts() ?? { peers: 0, sockets: 0, runs: 0 }),
      openFiles: folder.openFiles(),
    }),
    refuseScreens: () => peers?.refuseScreens(),
    broadcastFrames: () => framesBefore + (peers?.broadcastFrames() ?? 0),
    remoteKeys: remoteScreen.keys,
    frames: () => frames,
    uploadedBytes: () => Object.values(counters.published).reduce((sum, { bytes }) => sum + bytes, 0),
    demands: () => device?.demands() ?? 0,
    get counters() {
      return counters;
    },
    start,
    async stop() {
      cancelReturn?.();
      kept = {};
      await leave();
    },
  };
}

const lookOf = (type: DeviceType) => (type === 'windowsAgent' ? 'windows' : 'chromeos');
