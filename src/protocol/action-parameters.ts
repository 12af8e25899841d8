/** Parameters of each action. The table is closed: its keys are the actions. */
import * as v from 'valibot';
import { POWER_ACTIONS } from '#domain/devices/power-actions.ts';
import { patchDemandParametersSchema } from './demand.ts';

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128));
const ids = v.pipe(v.array(id), v.minLength(1), v.maxLength(500));
const text = v.pipe(v.string(), v.maxLength(20_000));
const line = v.pipe(v.string(), v.maxLength(255));
const seconds = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(86_400));
/** Only pages are opened: never `javascript:`, `file:` or a program's own scheme. */
const pageAddress = v.pipe(v.string(), v.maxLength(8_192), v.regex(/^https?:\/\/[^\s]+$/i));
const nothing = v.object({});

const lockSchema = v.object({
  url: v.optional(pageAddress),
  currentTab: v.optional(v.boolean(), false),
  /** Rich text as HTML. */
  content: v.optional(text, ''),
});

const launchSchema = v.union([
  v.object({ url: pageAddress }),
  v.object({ command: v.pipe(text, v.minLength(1)), args: v.optional(text, '') }),
]);

const powerActionSchema = v.object({
  action: v.picklist(POWER_ACTIONS),
  /** Seconds until the action runs; 0 or absent: immediately. */
  countdown: v.optional(seconds, 0),
  /** Seconds after which an aborted action is repeated; 0 or absent: never. */
  repeatIn: v.optional(seconds, 0),
  allowToAbort: v.optional(v.boolean(), false),
  message: v.optional(text, ''),
});

/** A question, or the end of the question with this id. At most ten answers, A to J. */
const pollSchema = v.union([
  v.object({
    id,
    question: v.pipe(text, v.minLength(1)),
    /** Empty: a short answer in the student's own words. */
    answers: v.optional(v.pipe(v.array(text), v.maxLength(10)), []),
    multiselect: v.optional(v.boolean(), false),
    /** The group, if a whole class is asked. The platform then stores the question (`class-orders.ts`). */
    groupId: v.optional(id),
    /** Only these clients of that group. */
    clients: v.optional(v.pipe(v.array(id), v.maxLength(500))),
  }),
  v.object({
    id,
    finish: v.literal(true),
    /** The group that was asked, if this message goes to some of its clients. */
    groupId: v.optional(id),
    /** The results have been saved or discarded, so they are no longer stored. */
    closed: v.optional(v.boolean()),
  }),
]);

/** A screen-share session. `peerId`: the sharer on the peer server. `initial`: the first announcement. */
const shareSession = v.object({
  id,
  peerId: v.optional(id),
  tutorName: v.optional(line),
  initial: v.optional(v.boolean(), false),
  /** Epoch ms. A device that connects during two sessions shows the later one. */
  startedAt: v.optional(v.number()),
});

const fileToSendSchema = v.object({
  id,
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
  /** Bytes. */
  size: v.pipe(v.number(), v.integer(), v.minValue(0)),
});
/** One line of a device's file listing. */
export const retrievedFileSchema = v.object({
  fileName: v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
  /** The folder, in the device's own notation. */
  location: v.pipe(v.string(), v.maxLength(4_096)),
  /** Bytes. */
  size: v.pipe(v.number(), v.integer(), v.minValue(0)),
});
export type RetrievedFile = v.InferOutput<typeof retrievedFileSchema>;

/** A search for files, or the end of the search that the action with this id began. */
const retrieveFilesSchema = v.union([
  v.object({
    /** Names with `*` and `?`, for example `*.docx`. */
    filePatterns: v.pipe(v.array(v.pipe(line, v.minLength(1))), v.minLength(1), v.maxLength(20)),
    /** For example `%downloads%`. */
    folderPath: v.pipe(v.string(), v.maxLength(255)),
  }),
  v.object({ id, finish: v.literal(true) }),
]);

export const ACTION_PARAMETERS = {
  lock: lockSchema,
  unlock: nothing,
  launch: launchSchema,
  mute: nothing,
  unmute: nothing,
  notification: v.object({ title: v.optional(text, ''), message: v.optional(text, '') }),
  /** Remote login. The credentials go to single clients only. */
  login: v.object({
    username: v.pipe(line, v.minLength(1)),
    password: v.optional(line, ''),
    domain: v.optional(line),
  }),
  /** A tutor shares a screen with the class. Repeated every 10 s for devices that connect later. */
  broadcast: v.object({ session: shareSession }),
  requestName: nothing,
  /** Requests full screen, or ends it with `enabled: false`. */
  fullScreen: v.object({ enabled: v.optional(v.boolean(), true) }),
  poll: pollSchema,
  /** Requests that a device shares one of its displays in this session. */
  shareScreen: v.object({ displayId: v.optional(id), session: shareSession }),
  /**
   * Requests that one device sends a display, live, to the tutor who waits at `peerId`. It ends when either
   * side hangs up. `displayId` absent: the primary one.
   */
  liveScreen: v.object({ displayId: v.optional(id), peerId: id }),
  /** Ends one session, or without `sessionId` every session that the device takes part in. */
  stopShareScreen: v.object({ sessionId: v.optional(id) }),
  closeTabs: v.object({ tabIds: ids }),
  /** Window ids. */
  closeApps: v.object({ appIds: ids }),
  focusTab: v.object({ tabId: id, tabUrl: v.optional(text) }),
  /** A window id. */
  focusApp: v.object({ appId: id }),
  setAlias: v.object({ alias: v.pipe(v.string(), v.trim(), v.maxLength(255)) }),
  updateDeviceInventory: nothing,
  /** Another name of `updateDeviceInventory`. */
  updateInvent: nothing,
  openChatRoom: v.object({ roomId: id }),
  userInputs: v.object({ block: v.boolean() }),
  setThumbnailDisplay: v.object({ displayId: id }),
  collectFiles: v.object({ selectedFile: retrievedFileSchema, peerId: id }),
  transferFiles: v.object({
    files: v.pipe(v.array(fileToSendSchema), v.minLength(1), v.maxLength(5)),
    filePath: v.pipe(v.string(), v.maxLength(255)),
    peerId: id,
  }),
  powerAction: powerActionSchema,
  patchDemand: patchDemandParametersSchema,
  /** `tutorName`: reported by the device to other tutors, so that they know who has taken control. */
  remoteControl: v.object({ tutorName: v.optional(line) }),
  /** Id of the `remoteControl` that began it. Absent: every control that this tutor began at the device. */
  stopRemoteControl: v.object({ sessionId: v.optional(id) }),
  snapshot: v.object({
    /** 1 to 100. */
    quality: v.pipe(v.number(), v.minValue(1), v.maxValue(100)),
    format: v.optional(v.picklist(['jpeg', 'webp']), 'jpeg'),
    /** clientId → display id. A client without an entry sends its primary display. */
    clientDisplayMap: v.optional(v.record(v.string(), v.string()), {}),
  }),
  retrieveFiles: retrieveFilesSchema,
  ping: nothing,
  /** To site runners: requests the runner's own host name. */
  dnslookup: v.object({ hostname: v.optional(line) }),
  /** To site runners, on a topic of its own. */
  wol: v.union([
    v.object({ deviceIds: v.pipe(v.array(id), v.minLength(1), v.maxLength(5_000)) }),
    v.object({ groupId: id }),
  ]),
} as const;

export type ActionName = keyof typeof ACTION_PARAMETERS;
export const ACTION_NAMES = Object.keys(ACTION_PARAMETERS) as readonly ActionName[];
/** Parameters as a sender writes them. */
export type ActionInput<Name extends ActionName> = v.InferInput<(typeof ACTION_PARAMETERS)[Name]>;
/** Parameters as a receiver parses them. */
export type ActionParameters<Name extends ActionName> = v.InferOutput<(typeof ACTION_PARAMETERS)[Name]>;

export const isActionName = (name: string): name is ActionName => Object.hasOwn(ACTION_PARAMETERS, name);
