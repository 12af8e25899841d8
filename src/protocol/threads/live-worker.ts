/**
 * Interface between a tab and its live worker. Control goes through Comlink (`LiveWorker`, `TabFace`), data
 * through one MessagePort per tab with one `LiveBatch` per 100 ms, bitmaps transferred. Only updates of
 * actions are sent sooner. A new build must never talk to an old worker, so the version is in its name.
 */
import type { AuthType, DeviceType } from '#domain/devices/device-type.ts';
import type { POLL_FEEDBACK_TYPES } from '../action.ts';
import type { GroupOrder } from '../class-orders.ts';
import type { DebugReport } from '../debug-report.ts';
import type { Application, Info, Statuses, Tab, ThumbnailProperties } from '../feedback.ts';
import type { Notification } from '../notification.ts';
import type { RoomHistoryEntry, RoomSend } from '../room.ts';
import type { ActionRequest, ActionUpdate } from './live-action.ts';

/** Raise it with every change of this file that an older worker or tab would misread. */
export const LIVE_WORKER_VERSION = 15;

/** One worker, and so one broker connection, per browser profile, tenant, site and tutor. */
export const liveWorkerName = (s: { tenant: string; site: string; tutorId: string }) =>
  `lectern-live-${LIVE_WORKER_VERSION}-${s.tenant}-${s.site}-${s.tutorId}`;

/** Web Lock that a tab holds while it lives. The worker waits for it to notice a crash. */
export const tabLockName = (tabId: string) => `lectern-tab-${tabId}`;

/** Web Lock that a running worker holds. A tab that is granted it knows that this worker has ended. */
export const liveWorkerLockName = (instance: string) => `lectern-worker-${instance}`;

export type LiveSession = {
  tenant: string;
  site: string;
  tutorId: string;
  /** Sent to the people whose devices are watched. */
  tutorName?: string;
  /** The site's address at the broker. */
  mqttUrl: string;
};

export type DeviceAddress = { clientId: string; userId: string; authType: AuthType };

export type ConnectionState =
  | { name: 'connecting'; attempt: number }
  | { name: 'connected'; since: number }
  /**
   * `code` is the reason; `message` is the broker's own text for the banner. `everConnected`: existing cards
   * are stale, not gone. `heardAt`: epoch ms of the broker's last message; the machine may have slept since.
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
  /** Set by the tab itself: a worker of another version answered. Only a reload helps. */
  | { name: 'outdated' };

/**
 * How much less is requested from devices than the screens want; `level` 0 is no reduction. `slow-line`: the
 * broker's answers arrive late. `sharing`: a tab sends a screen to others, which needs the line more.
 */
export type LineState = { level: number; reason: 'slow-line' | 'sharing' | undefined };

/** Needs of one screen. Feeds are combined over all tabs: highest quality, shortest interval. */
export type WatchRequest = {
  /** A group, or a single client, whose feedback comes on the tutor's own backchannel. */
  of: { groupId: string } | { client: DeviceAddress };
  feeds: readonly ('info' | 'tabs' | 'applications' | 'statuses' | 'thumbnails')[];
  /** Only with feed `thumbnails`. Maximum size in device pixels. */
  thumbnails?: { quality: number; intervalMs: number; width: number; height: number };
  /** Feeds that continue while the tab is hidden. `pictures`: all, as for a view in another window. */
  keptWhenHidden?: 'feeds' | 'pictures';
};

/** The part of a watch that is on screen. Only this is decoded; the rest is suspended on the device. */
export type WatchView = {
  visible: readonly string[];
  /** clientId → display id, for clients whose chosen display is not the primary one. */
  displays: Readonly<Record<string, string>>;
  quality?: number;
  /** Size of a picture on screen, in device pixels. One of exactly this size is drawn without scaling. */
  size?: { width: number; height: number };
  /** The page is scrolling, so a client whose picture is on screen is not updated with every new one. */
  isScrolling?: boolean;
};

/** A device as the worker has merged its messages. The picture itself is sent separately. */
export type LiveClient = {
  clientId: string;
  userId: string;
  authType: AuthType;
  info?: Info;
  /** The device's alias; without an alias its host name. */
  deviceName?: string;
  os?: string;
  tabs?: Tab[];
  activeTab?: Tab;
  /** Number of reported tabs that could not be read. */
  moreTabs?: number;
  applications?: Application[];
  activeApplication?: Application;
  /** Number of applications that `applications` omits. */
  moreApplications?: number;
  statuses?: Statuses;
  poll?: ClientPoll;
  /** JPEG quality of the last picture. */
  quality?: number;
  /** Properties of the last picture. Its time is in its frame. */
  thumbnail?: Omit<ThumbnailProperties, 'userId' | 'authType' | 'at'>;
  /** Thumbnails keep arriving at a lower quality than requested. */
  lowQuality?: boolean;
  isOffline: boolean;
  /** Epoch milliseconds on this machine's clock of the last change of another field. */
  lastUpdated: number;
};

/** A question that this tutor sent to the client, and its reply. */
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
 * Changed fields of the client `clientId`. A field that is present but undefined was removed. The first
 * change of a client carries every required field.
 */
export type ClientChange = Partial<LiveClient> & { clientId: string };

export type ThumbnailFrame = {
  watchId: string;
  clientId: string;
  display: string;
  bitmap: ImageBitmap;
  /** Epoch ms when the device took the picture, and when this worker received it. */
  at: number;
  receivedAt: number;
};

/** A connected client. `deviceId`: its device's id in the directory, if it has sent one. */
export type ActiveClient = { clientId: string; authType: AuthType; type: DeviceType; deviceId?: string };

/** People signed in at devices: userId → their clients. Only people who changed. */
export type ActiveUserChange = {
  userId: string;
  /** Empty: the person is no longer active. */
  clients: readonly ActiveClient[];
};

/** A device that has joined a group, or rejoined it. */
export type Arrival = DeviceAddress & { groupId: string };

/** New messages and statuses in a room since the last batch. */
export type RoomChange = { roomId: string; entries: readonly RoomHistoryEntry[] };

export type LiveBatch = {
  /** Answered with a `LiveAck`. A tab that does not answer gets no more than two batches ahead. */
  seq: number;
  /** `performance.timeOrigin + performance.now()` in the worker when the batch left. */
  sentAt: number;
  connection?: ConnectionState;
  /** Only if changed. */
  line?: LineState;
  /** `removed` is applied first, because a client that left and came back is in both. */
  watches?: {
    watchId: string;
    removed: string[];
    changes: ClientChange[];
    /** All orders that hold for the group now; absent: unchanged. */
    orders?: readonly GroupOrder[];
  }[];
  frames?: ThumbnailFrame[];
  /** Clients whose thumbnail could not be decoded. The card says so instead of showing an old picture. */
  undecodable?: { watchId: string; clientId: string }[];
  notifications?: Notification[];
  /** Updates of the actions that this tab requested. */
  actions?: ActionUpdate[];
  activeUsers?: ActiveUserChange[];
  rooms?: RoomChange[];
  /** Devices that joined groups whose arrivals this tab watches. A device is listed once in a batch. */
  arrivals?: Arrival[];
  /** Screen-share sessions that were asked to end. The tab that shares in one ends it. */
  stopScreenShares?: string[];
  /** Messages dropped on arrival since the worker started, by reason. Only if changed. */
  dropped?: Record<string, number>;
};

/** The one message from the tab on the data port: it has processed batch `ack`. */
export type LiveAck = { ack: number };

/** The tab's side, called by the worker. */
export type TabFace = {
  /**
   * A token that is valid for at least 30 s, refreshed if necessary; undefined when signed out. `rejected`:
   * the token that the broker has just refused.
   */
  freshToken(rejected?: string): Promise<string | undefined>;
};

/** `instance` is this run of the worker, which holds `liveWorkerLockName(instance)` until it ends. */
export type LiveWorkerAnswer = { version: number; instance: string };

/** The worker's side, called by tabs. Every call except `attach` names an attached tab. */
export type LiveWorker = {
  /** Registers a tab; `data` is its batch port. The tab must already hold `tabLockName(tabId)`. */
  attach(
    tab: { tabId: string; session: LiveSession; visible: boolean; token?: string },
    data: MessagePort,
    face: TabFace,
  ): Promise<LiveWorkerAnswer>;
  detach(tabId: string): Promise<void>;
  /**
   * A repeated `true` means that the network is back, so that the worker reconnects immediately. Not every
   * browser notifies workers of that.
   */
  setVisible(tabId: string, visible: boolean): Promise<void>;
  /** A refreshed token: the worker reconnects with it before the old one expires. */
  setToken(tabId: string, token: string): Promise<void>;
  watch(tabId: string, watchId: string, request: WatchRequest): Promise<void>;
  /** Changes a watch in place (zoom changes quality and size). */
  rewatch(tabId: string, watchId: string, request: WatchRequest): Promise<void>;
  unwatch(tabId: string, watchId: string): Promise<void>;
  look(tabId: string, watchId: string, view: WatchView): Promise<void>;
  /** Sends the newest picture of these clients again, because their canvas is new. */
  repaint(tabId: string, watchId: string, clientIds: readonly string[]): Promise<void>;
  /** Publishes the demands of a watch again now ("Refresh online devices"). */
  refresh(tabId: string, watchId: string): Promise<void>;
  /** Subscribes to the feedback of a watch again, then refreshes it. */
  restart(tabId: string, watchId: string): Promise<void>;
  /**
   * Runs an action. Its state comes in batches, as `ActionUpdate`s. A known id is not run again; the tab
   * receives its state, and may therefore repeat unfinished actions to a new worker. `ageMs`: time since the
   * request, which the worker uses because its own clock never goes back, while the tab's may be set.
   */
  act(tabId: string, request: ActionRequest, ageMs: number): Promise<void>;
  /** This action is no longer needed: if unsent it is not sent, and a poll's answers are not collected. */
  forgetAction(tabId: string, actionId: string): Promise<void>;
  /** Requests sharing tutors, including this one's tabs, and devices to end these sessions, if any. */
  requestStopScreenShares(tabId: string, sessionIds: readonly string[]): Promise<void>;
  /** Whether this tab sends a screen to others. Pictures are reduced meanwhile. */
  setSharing(tabId: string, isSharing: boolean): Promise<void>;
  /** From now on batches have the active people, the first one all of them. */
  watchActiveUsers(tabId: string): Promise<void>;
  unwatchActiveUsers(tabId: string): Promise<void>;
  /** From now on batches have arrivals in this group, also while the tab is hidden or shows no group. */
  watchArrivals(tabId: string, groupId: string): Promise<void>;
  unwatchArrivals(tabId: string, groupId: string): Promise<void>;
  joinRoom(tabId: string, roomId: string): Promise<void>;
  leaveRoom(tabId: string, roomId: string): Promise<void>;
  /**
   * Batches also have messages of these rooms, where the tutor does not appear. Replaces the earlier list.
   */
  listenToRooms(tabId: string, roomIds: readonly string[]): Promise<void>;
  /** Resolves when the broker has it: false if it could not be sent within 60 s or was refused. */
  sendToRoom(tabId: string, roomId: string, message: RoomSend): Promise<boolean>;
  /** Debug data of a watched group or single client. `clientIds`: only of these clients. */
  debug(tabId: string, of: WatchRequest['of'], clientIds?: readonly string[]): Promise<DebugReport>;
  /** "Clear All Debug Data": removes clients that have left, and resets the counts of the others. */
  clearDebug(tabId: string, of: WatchRequest['of']): Promise<void>;
  /** Whether this tab is attached. A restarted worker has no tabs. */
  knows(tabId: string): Promise<boolean>;
  /** Closes the connection with its last will sent, for every tab (sign-out). A site switch only detaches. */
  shutdown(): Promise<void>;
};
