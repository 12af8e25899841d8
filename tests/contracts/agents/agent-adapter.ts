/**
 * What the suite needs of each agent. An adapter starts one agent on a running platform, shows the effects at the
 * device, and acts as its student. Vitest and Playwright run the suite, so nothing here depends on either.
 */
import type { EffectName } from '#domain/policies/effects.ts';
import type { DeviceActionName } from '../../../agent/core/actions/action-context.ts';
import type { Platform } from '../../../server/platform/platform.ts';
import type { TcpProxy } from '../../support/faults/tcp-proxy.ts';

/** The platform that the agent enrols with. */
export type AgentPlace = {
  platform: Pick<Platform, 'origin' | 'port'>;
  /** Has `demo-class.json`, with the secret of the site. */
  dataDir: string;
  /** Stands between the broker and the agent. The configuration document names its address as the broker's. */
  network: Pick<TcpProxy, 'port' | 'cut' | 'restore'>;
};

/** Abilities that are neither actions nor effects of policies. */
export type Feature =
  /** Reports the tabs of its browser. */
  | 'tabs'
  /** Reports the windows of programs. */
  | 'applications'
  /** Sends pictures of its screen without a choice of the student. */
  | 'pictures'
  | 'two-displays'
  /** Opens pages that the student wants. */
  | 'pages'
  /** Lists the folders of the machine, without a choice of the student. */
  | 'folders'
  /** Opens peer connections. */
  | 'peers'
  /** Starts programs. */
  | 'programs'
  /** Locks the screen to the tab that is open. */
  | 'lock-current-tab'
  /** The student can hide the screen. */
  | 'privacy'
  /** A page is blocked before its server receives a request. */
  | 'blocks-before'
  /** Notices words while they are typed. */
  | 'typed-words'
  /** Keeps a lock over the end of its program. */
  | 'restart';

/** An action, an effect of a policy, or a feature. */
export type Need = DeviceActionName | EffectName | Feature;

export type ShownLock = { text: string } | { url: string } | { currentTab: true };

/** The device as its student sees it. Each function reads the present state. */
export type AgentView = {
  lock(): Promise<ShownLock | undefined>;
  isMuted(): Promise<boolean>;
  areInputsBlocked(): Promise<boolean>;
  /** The texts of the notifications that were shown last, each title and message in one. */
  notifications(): Promise<readonly string[]>;
  /** The question of the poll on the screen. */
  question(): Promise<string | undefined>;
  isNameRequested(): Promise<boolean>;
  /** The addresses of the open pages. */
  pages(): Promise<readonly string[]>;
  /** The power action that counts down. */
  countdown(): Promise<string | undefined>;
  /** Requests that the server of this host has received. Called on agents that block pages before they load. */
  requestsTo(host: string): Promise<number>;
  /** The files that tutors sent, complete; `sha256` in hexadecimal digits. */
  receivedFiles(): Promise<readonly { name: string; sha256: string }[]>;
  /** Pictures of tutors' screens that were shown so far. */
  broadcastFrames(): Promise<number>;
  /** The lines of a chat room; undefined if the room is not open. */
  roomLines(roomId: string): Promise<readonly string[] | undefined>;
};

/** The actions of the student. Each rejects if the device does not offer it now. */
export type AgentStudent = {
  answerPoll(answer: string): Promise<void>;
  giveName(name: string): Promise<void>;
  abortPower(): Promise<void>;
  decideFullScreen(granted: boolean): Promise<void>;
  sendInRoom(roomId: string, text: string): Promise<void>;
  leaveRoom(roomId: string): Promise<void>;
  setPrivacy(isPrivate: boolean): Promise<void>;
  /** Opens a page in the browser of the device, without waiting until it has loaded. */
  openPage(url: string): Promise<void>;
  /** Types a text into a field of the page that is open. */
  type(text: string): Promise<void>;
};

export type RunningAgent = {
  /** As in its `info`. */
  hostname: string;
  view: AgentView;
  student: AgentStudent;
  /** Ends the program without a goodbye and starts it again on the same device. */
  restart(): Promise<void>;
  /** Leaves properly. */
  stop(): Promise<void>;
};

export type AgentAdapter = {
  /** As the tests are named. */
  name: string;
  /** What this agent cannot do. It answers such an action with `unsupported`, and says so in its `info`. */
  cannot: readonly Need[];
  /** The address of a page of this host that opens on the device; `https://{host}/` by default. */
  pageUrl?: (host: string) => string;
  /** A program that opens one window; by default the calculator of Windows. */
  program?: { command: string; args: string };
  start(place: AgentPlace): Promise<RunningAgent>;
};
