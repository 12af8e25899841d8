/** One student at one device: a drawn desktop, a machine, an enrolment, a student and the device core. */
import type { PowerAction } from '#domain/devices/power-actions.ts';
import type { RetrievedFile } from '#protocol/action-parameters.ts';
import type { DoneAction } from '../core/actions/action-dispatcher.ts';
import { memoryStore } from '../core/connection/agent-store.ts';
import { createCounters } from '../core/counters.ts';
import type { Device } from '../core/device.ts';
import type { DeviceState } from '../core/device-state.ts';
import type { DeviceIdentity } from '../core/identity.ts';
import { DONE } from '../core/outcome.ts';
import { createPolicyMemory } from '../core/policies/policy-memory.ts';
import type { Screen } from '../core/screen.ts';
import { createRemoteScreen } from '../node/remote-screen/remote-screen.ts';
import { createActionLog } from './action-log.ts';
import { createCurrentDevice } from './current-device.ts';
import { createDesktop, type Desktop } from './desktop/desktop.ts';
import { lookOf } from './desktop/desktop-look.ts';
import type { LayerCache } from './desktop/layer-cache.ts';
import { createRemoteHands, type RemoteKey } from './desktop/remote-hands.ts';
import { createDeviceRun, type DeviceRunOptions, type DeviceRunParts } from './device-run.ts';
import type { ClassFolders } from './files/class-folders.ts';
import type { ReceivedFile } from './files/student-folder.ts';
import { createFrameLog, type DrawnFrame } from './frame-log.ts';
import type { PeerCounts, SimulatedPeers } from './peers/simulated-peers.ts';
import { backAfterMs, keptOver } from './power-cycle.ts';
import { recordPictures } from './recorded-pictures.ts';
import { createSimulatedMachine, type SimulatedMachine } from './simulated-machine.ts';
import { createStudent, type StudentHands } from './student.ts';
import { createStudentFiles } from './student-files.ts';

export type SimulatedDevice = StudentHands & {
  hostname: string;
  userName: string;
  /** The MAC address that wakes the device; undefined if it cannot be woken. */
  macAddress: string | undefined;
  /** True if the device comes and goes. */
  wanders: boolean;
  online(): boolean;
  /** Undefined before the first enrolment and while the device is off. */
  clientId(): string | undefined;
  identity(): DeviceIdentity | undefined;
  /** The state that tutors and the student have given the device; a fresh one while it is off. */
  state(): Readonly<DeviceState>;
  locked(): boolean;
  muted(): boolean;
  inputsBlocked(): boolean;
  alias(): string | undefined;
  tabs: Desktop['tabs'];
  applications: Desktop['applications'];
  notification: Desktop['notification'];
  setPrivacy: Desktop['setPrivacy'];
  /** The student opens a page. */
  openPage(url: string): void;
  /** Moves the machine to another network. */
  moveTo: SimulatedMachine['moveTo'];
  /** The last 1,000 actions that were performed or refused, oldest first. Repetitions are listed again. */
  actionsDone(): readonly DoneAction[];
  /** Calls `listener` when an action takes effect, before the reply. Returns the unsubscribe function. */
  onActionDone(listener: (done: DoneAction) => void): () => void;
  /** The complete and verified files that tutors sent in this run, oldest first. */
  receivedFiles(): readonly ReceivedFile[];
  /** The hexadecimal hash of a generated file of the listing; undefined for a file that a tutor sent. */
  sha256Of(file: RetrievedFile): string | undefined;
  /** The numbers of open peer objects. All are 0 if nothing runs. */
  peerCounts(): PeerCounts & { openFiles: number };
  /** The student ends all screens that are shown here or sent from here. */
  refuseScreens(): void;
  /** The number of pictures of tutors' broadcasts that have arrived so far. */
  broadcastFrames(): number;
  /** The last 200 keys that a tutor pressed by remote control, oldest first. */
  remoteKeys(): readonly RemoteKey[];
  /** The last pictures that were sent for demands, oldest first. */
  frames(): readonly DrawnFrame[];
  /** The payload bytes of all feedback so far. */
  uploadedBytes(): number;
  demands(): number;
  counters: Device['counters'];
  start(): void;
  /** The device may be started again. */
  stop(): Promise<void>;
};

export type SimulatedDeviceOptions = DeviceRunOptions & {
  seed: string;
  layers: LayerCache;
  pictures: 'drawn' | 'recorded';
  folders: ClassFolders;
};

export function createSimulatedDevice(options: SimulatedDeviceOptions): SimulatedDevice {
  const { device: about, clock } = options;
  const { traits, hostname } = about;
  const seed = `${options.seed}/${hostname}`;
  const frames = createFrameLog();
  const log = createActionLog();
  let abort = new AbortController();
  let device: Device | undefined;
  let counters: Device['counters'] = createCounters();
  let peers: SimulatedPeers | undefined;
  let framesBefore = 0;
  /** The stored state of a machine that is switched off. */
  let storedState: Partial<DeviceState> = {};
  let cancelReturn: (() => void) | undefined;
  let cancelPower: (() => void) | undefined;

  const { desktop, screen } = drawScreen(options, { seed, frames });
  const hands = createRemoteHands(desktop.showRemoteInput);
  const remoteScreen = createRemoteScreen({ screen: desktop, hands, name: hostname, clock });
  const student = createStudent({ seed, name: about.user.name, clock, hands: () => device });
  const folder = options.folders.of(hostname);
  const files = createStudentFiles({ seed, userName: about.user.name, folder });
  const machine = createSimulatedMachine({
    ...about,
    files,
    remoteScreen,
    seed,
    userName: about.user.name,
    power(action) {
      // The reply is sent first.
      cancelPower = clock.after(0, () => void powerCycle(action));
      return DONE;
    },
  });
  const parts: DeviceRunParts = {
    desktop,
    screen,
    machine,
    folder,
    files,
    policyMemory: createPolicyMemory(),
    identity: memoryStore({ installationId: options.installationId }),
    session: memoryStore(),
    onState: student.see,
    onAction: log.add,
  };

  const start = () => {
    if (device) return;
    cancelReturn?.();
    abort = new AbortController();
    framesBefore += peers?.broadcastFrames() ?? 0;
    const run = createDeviceRun(options, parts, { kept: storedState, signal: abort.signal });
    ({ device, peers } = run);
    storedState = {};
    counters = run.device.counters;
    run.device.start();
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
    storedState = keptOver(action, device.state());
    cancelReturn?.();
    cancelReturn = clock.after(backAfterMs(action, seed), start);
    await leave();
  };

  return {
    hostname,
    userName: about.user.name,
    macAddress: about.macAddress,
    wanders: traits.comesAndGoes ?? false,
    ...createCurrentDevice(() => device),
    tabs: desktop.tabs,
    applications: desktop.applications,
    notification: desktop.notification,
    setPrivacy: desktop.setPrivacy,
    openPage: (url) => void desktop.launch({ url }),
    moveTo: machine.moveTo,
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
    remoteKeys: hands.keys,
    frames: frames.all,
    uploadedBytes: () => Object.values(counters.published).reduce((sum, { bytes }) => sum + bytes, 0),
    get counters() {
      return counters;
    },
    start,
    async stop() {
      cancelPower?.();
      cancelReturn?.();
      storedState = {};
      await leave();
    },
  };
}

/** `screen` is the core's screen, which may be a recording of the desktop. */
function drawScreen(
  { device: { type, user, displays, traits }, clock, layers, pictures }: SimulatedDeviceOptions,
  { seed, frames }: { seed: string; frames: ReturnType<typeof createFrameLog> },
): { desktop: Desktop; screen: Screen } {
  const desktop = createDesktop({
    seed,
    look: lookOf(type),
    userName: user.name,
    displays,
    privacy: traits.privacy ?? false,
    clock,
    layers,
    onDrawn: frames.add,
  });
  const record = () => recordPictures(desktop, (frame) => frames.add({ ...frame, at: clock.now() }));
  return { desktop, screen: pictures === 'drawn' ? desktop : record() };
}
