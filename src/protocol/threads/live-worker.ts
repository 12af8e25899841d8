/**
 * What crosses between a tab and its live worker. Control goes through Comlink (`LiveWorker`, `TabFace`),
 * data through one plain MessagePort per tab with one `LiveBatch` per 100 ms, bitmaps transferred; only what
 * became of an action leaves sooner.
 * A new build must never talk to an old worker: the version is part of the worker's name.
 */
import type { AuthType, DeviceType } from '#domain/devices/device-type.ts';
import type { POLL_FEEDBACK_TYPES } from '../action.ts';
import type { GroupOrder } from '../class-orders.ts';
import type { DebugReport } from '../debug-report.ts';
import type { Application, Info, Statuses, Tab, ThumbnailProperties } from '../feedback.ts';
import type { Notification } from '../notification.ts';
import type { RoomHistoryEntry, RoomSend } from '../room.ts';
import type { ActionRequest, ActionUpdate } from './live-action.ts';

/** Raised with every change of this file that an older worker or tab would misread. */
export const LIVE_WORKER_VERSION = 14;

/** One worker, and so one broker connection, per browser profile, tenant, site and tutor. */
export const liveWorkerName = (s: { tenant: string; site: string; tutorId: string }) =>
  `lectern-live-${LIVE_WORKER_VERSION}-${s.tenant}-${s.site}-${s.tutorId}`;

/** The Web Lock that a tab holds while it lives; the worker waits on it to notice a crash. */
export const tabLockName = (tabId: string) => `lectern-tab-${tabId}`;

/** The Web Lock that a running worker holds; a tab that is granted it knows that this worker has ended. */
export const liveWorkerLockName = (instance: string) => `lectern-worker-${instance}`;

export type LiveSession = {
  tenant: string;
  site: string;
  tutorId: string;
  /** Told to who is watched. */
  tutorName?: string;
  /** The address of the site. */
  mqttUrl: string;
};

export type DeviceAddress = { clientId: string; userId: string; authType: AuthType };

export type ConnectionState =
  | { name: 'connecting'; attempt: number }
  | { name: 'connected'; since: number }
  /**
   * `code` says why; `message` is the broker's own text for the banner. `everConnected`: cards of before are stale, not gone.
   * `heardAt`: epoch ms of the broker's last word; the machine may have slept since.
   */
  | {
      name: 'reconnecting';
      attempt: number;
      code: 'broker-timeout' | 'broker-silent' | 'broker-refused';
      message: string;
      everConnected: boolean;
      heardAt?: number | undefined;
    }
  | { name: 'disconnecting' }
  /** Said by the tab itself: a worker of another version answered. Only a reload helps. */
  | { name: 'outdated' };

/**
 * How much less than the screens want devices are asked for: `level` 0 is all of it. `slow-line`: the broker's answers
 * come late. `sharing`: a tab sends a screen to others, which needs the line more.
 */
export type LineState = { level: number; reason: 'slow-line' | 'sharing' | undefined };

/** What one screen looks at. Feeds are united over tabs: highest quality, shortest interval. */
export type WatchRequest = {
  /** A group, or one client by itself: its feedback comes on the tutor's own backchannel. */
  of: { groupId: string } | { client: DeviceAddress };
  feeds: readonly ('info' | 'tabs' | 'applications' | 'statuses' | 'thumbnails')[];
  /** Only with feed `thumbnails`. Largest size in device pixels. */
  thumbnails?: { quality: number; intervalMs: number; width: number; height: number };
  /** What goes on while the tab is hidden. `pictures`: all of it, as for what stands in another window. */
  keptWhenHidden?: 'feeds' | 'pictures';
};

/** What of a watch is in view right now. Only these are decoded; the rest is suspended on the device. */
export type WatchView = {
  visible: readonly string[];
  /** clientId → display id, for clients whose chosen display is not the primary one. */
  displays: Readonly<Record<string, string>>;
  quality?: number;
  /** How large a picture stands on the screen, in device pixels: made just so, it is drawn without scaling. */
  size?: { width: number; height: number };
  /** The page is on the move: who is seen there already is not shown anew with every picture that comes. */
  isScrolling?: boolean;
};

/** A device as the worker has merged it. The picture itself travels apart. */
export type LiveClient = {
  clientId: string;
  userId: string;
  authType: AuthType;
  info?: Info;
  /** Its alias, else its hostname. */
  deviceName?: string;
  os?: string;
  tabs?: Tab[];
  activeTab?: Tab;
  /** The number of tabs that the device reported, and that could not be read. */
  moreTabs?: number;
  applications?: Application[];
  activeApplication?: Application;
  /** The same for applications. */
  moreApplications?: number;
  statuses?: Statuses;
  poll?: ClientPoll;
  /** JPEG quality of the last picture. */
  quality?: number;
  /** What the last picture is like; when it was taken is with its frame. */
  thumbnail?: Omit<ThumbnailProperties, 'userId' | 'authType' | 'at'>;
  /** Thumbnails keep coming at a lower quality than was asked. */
  lowQuality?: boolean;
  isOffline: boolean;
  /** Epoch milliseconds on this machine's clock, as of the last change of another field. */
  lastUpdated: number;
};

/** A question that this tutor asked the client, and what came back. */
export type ClientPoll = {
  /** The id of the poll, not of a message. */
  id: string;
  question: string;
  answers: readonly string[];
  multiselect: boolean;
  answer?: string;
  'feedback-type'?: (typeof POLL_FEEDBACK_TYPES)[number];
};

/**
 * Changed fields of one client; `clientId` says which. A field that is there and undefined is gone. The first change of
 * a client carries every required field.
 */
export type ClientChange = Partial<LiveClient> & { clientId: string };

export type ThumbnailFrame = {
  watchId: string;
  clientId: string;
  display: string;
  bitmap: ImageBitmap;
  /** Epoch ms when the device took the picture, and when this worker got it. */
  at: number;
  receivedAt: number;
};

/** A client that is connected. `deviceId`: the directory's id of its device, where it has said one. */
export type ActiveClient = { clientId: string; authType: AuthType; type: DeviceType; deviceId?: string };

/** Everyone who is signed in at a device: userId → their clients. Only people who changed. */
export type ActiveUserChange = {
  userId: string;
  /** Empty: not active any more. */
  clients: readonly ActiveClient[];
};

/** A device that has come to a group, or come back to it. */
export type Arrival = DeviceAddress & { groupId: string };

/** What came in a room since the last batch. */
export type RoomChange = { roomId: string; entries: readonly RoomHistoryEntry[] };

export type LiveBatch = {
  /** Answered with a `LiveAck`: a tab that does not answer gets no more than two batches ahead. */
  seq: number;
  /** `performance.timeOrigin + performance.now()` in the worker when the batch left. */
  sentAt: number;
  connection?: ConnectionState;
  /** Only when changed. */
  line?: LineState;
  /** `removed` comes first: a client that left and came back is in both. */
  watches?: {
    watchId: string;
    removed: string[];
    changes: ClientChange[];
    /** All that hold for the group now; absent: as before. */
    orders?: readonly GroupOrder[];
  }[];
  frames?: ThumbnailFrame[];
  /** A thumbnail that could not be decoded: the card says so instead of showing an old picture. */
  undecodable?: { watchId: string; clientId: string }[];
  notifications?: Notification[];
  /** Of the actions that this tab asked for. */
  actions?: ActionUpdate[];
  activeUsers?: ActiveUserChange[];
  rooms?: RoomChange[];
  /** Of the groups whose arrivals this tab watches. Who comes twice within a batch is told once. */
  arrivals?: Arrival[];
  /** Screen-share sessions that somebody has asked to end: the tab that shares in one ends it. */
  stopScreenShares?: string[];
  /** Messages dropped at the door, by reason, since the worker started. Only when changed. */
  dropped?: Record<string, number>;
};

/** The one message from the tab on the data port: it has dealt with batch `ack`. */
export type LiveAck = { ack: number };

/** The tab's side, called by the worker. */
export type TabFace = {
  /**
   * A token that is good for at least 30 s, refreshed if need be; undefined when signed out. `rejected`: the one that
   * the broker has just refused.
   */
  freshToken(rejected?: string): Promise<string | undefined>;
};

/** `instance` is this run of the worker: it holds `liveWorkerLockName(instance)` until it ends. */
export type LiveWorkerAnswer = { version: number; instance: string };

/** The worker's side, called by tabs. Every call but `attach` names a tab that is attached. */
export type LiveWorker = {
  /** Registers a tab; `data` is its batch port. The tab must already hold `tabLockName(tabId)`. */
  attach(
    tab: { tabId: string; session: LiveSession; visible: boolean; token?: string },
    data: MessagePort,
    face: TabFace,
  ): Promise<LiveWorkerAnswer>;
  detach(tabId: string): Promise<void>;
  /** `true` once more: there is a network again, so that the worker tries at once (not every browser tells workers). */
  setVisible(tabId: string, visible: boolean): Promise<void>;
  /** A refreshed token: the worker reconnects with it before the old one expires. */
  setToken(tabId: string, token: string): Promise<void>;
  watch(tabId: string, watchId: string, request: WatchRequest): Promise<void>;
  /** Changes a watch in place (zoom changes quality and size). */
  rewatch(tabId: string, watchId: string, request: WatchRequest): Promise<void>;
  unwatch(tabId: string, watchId: string): Promise<void>;
  look(tabId: string, watchId: string, view: WatchView): Promise<void>;
  /** Sends the newest picture of these clients once more: their canvas is new. */
  repaint(tabId: string, watchId: string, clientIds: readonly string[]): Promise<void>;
  /** Publishes the demands of a watch again now ("Refresh online devices"). */
  refresh(tabId: string, watchId: string): Promise<void>;
  /** Subscribes anew to the feedback of a watch, then refreshes it. */
  restart(tabId: string, watchId: string): Promise<void>;
  /**
   * Does an action. What becomes of it comes in batches, as `ActionUpdate`s. An id that is known already is not done
   * again: the asking tab is told how far it is. So a tab may repeat its unfinished ones to a new worker. `ageMs`: how
   * long ago it was asked. The worker reckons by this, since its clock never goes back, and the tab's may be set.
   */
  act(tabId: string, request: ActionRequest, ageMs: number): Promise<void>;
  /** Nobody waits for this action any more: an unsent one is not sent, a poll's answers are not collected. */
  forgetAction(tabId: string, actionId: string): Promise<void>;
  /**
   * Asks sharing tutors, the tabs of this one too, and devices to end these sessions. Does nothing with an empty list.
   */
  requestStopScreenShares(tabId: string, sessionIds: readonly string[]): Promise<void>;
  /** Whether this tab sends a screen to others: pictures give way meanwhile. */
  setSharing(tabId: string, isSharing: boolean): Promise<void>;
  /** From now on batches tell who is active: first everybody. */
  watchActiveUsers(tabId: string): Promise<void>;
  unwatchActiveUsers(tabId: string): Promise<void>;
  /** From now on batches tell who comes to this group, also while the tab is hidden and nobody looks at the group. */
  watchArrivals(tabId: string, groupId: string): Promise<void>;
  unwatchArrivals(tabId: string, groupId: string): Promise<void>;
  joinRoom(tabId: string, roomId: string): Promise<void>;
  leaveRoom(tabId: string, roomId: string): Promise<void>;
  /** What is said in these rooms is told too, though nobody there sees the tutor. Takes the place of the earlier list. */
  listenToRooms(tabId: string, roomIds: readonly string[]): Promise<void>;
  /** Resolves when the broker has it: false when it could not be sent within 60 s or was refused. */
  sendToRoom(tabId: string, roomId: string, message: RoomSend): Promise<boolean>;
  /** What the debug view shows of a group, or of a client by itself, that is watched. `clientIds`: of these clients alone. */
  debug(tabId: string, of: WatchRequest['of'], clientIds?: readonly string[]): Promise<DebugReport>;
  /** "Clear All Debug Data": who has left is forgotten, the others are counted anew. */
  clearDebug(tabId: string, of: WatchRequest['of']): Promise<void>;
  /** Says whether this tab is attached: a worker that was restarted knows of none. */
  knows(tabId: string): Promise<boolean>;
  /** Closes the connection with its last will sent, for every tab (sign-out). A site switch only detaches. */
  shutdown(): Promise<void>;
};
