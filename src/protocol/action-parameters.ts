/** What each action carries. The table is closed: its keys are the actions. */
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
  /** Seconds until it happens; 0 or absent: at once. */
  countdown: v.optional(seconds, 0),
  /** Seconds after which an aborted one comes again; 0 or absent: never. */
  repeatIn: v.optional(seconds, 0),
  allowToAbort: v.optional(v.boolean(), false),
  message: v.optional(text, ''),
});

/** The question, or the end of the one with this id. Up to ten answers, A to J. */
const pollSchema = v.union([
  v.object({
    id,
    question: v.pipe(text, v.minLength(1)),
    /** None: a short answer in the student's own words. */
    answers: v.optional(v.pipe(v.array(text), v.maxLength(10)), []),
    multiselect: v.optional(v.boolean(), false),
    /** The class that is asked, where it is asked as such: the platform keeps the question (`class-orders.ts`). */
    groupId: v.optional(id),
    /** Of that class only these. */
    clients: v.optional(v.pipe(v.array(id), v.maxLength(500))),
  }),
  v.object({
    id,
    finish: v.literal(true),
    /** The class that was asked, where this goes to some of it. */
    groupId: v.optional(id),
    /** The results have been saved or discarded: nobody keeps them any more. */
    closed: v.optional(v.boolean()),
  }),
]);

/** A screen-share session: the sharer's address on the peer server; `initial` marks the first announcement. */
const shareSession = v.object({
  id,
  peerId: v.optional(id),
  tutorName: v.optional(line),
  initial: v.optional(v.boolean(), false),
  /** Epoch ms: of two that a device hears of when it comes, the later one is shown. */
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

/** What is looked for, or the end of the question that the action with this id brought. */
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
  /** Remote login. Credentials: to single clients only. */
  login: v.object({
    username: v.pipe(line, v.minLength(1)),
    password: v.optional(line, ''),
    domain: v.optional(line),
  }),
  /** A tutor's screen is shared with the class; repeated every 10 s so that late devices hear of it. */
  broadcast: v.object({ session: shareSession }),
  requestName: nothing,
  /** Asks for full screen, or with `enabled: false` ends it. */
  fullScreen: v.object({ enabled: v.optional(v.boolean(), true) }),
  poll: pollSchema,
  /** Asks a device to share one of its displays in this session. */
  shareScreen: v.object({ displayId: v.optional(id), session: shareSession }),
  /**
   * Asks one device to send a display, live, to the tutor who waits at `peerId`. It ends when either side hangs up.
   * `displayId` absent: the primary one.
   */
  liveScreen: v.object({ displayId: v.optional(id), peerId: id }),
  /** Ends one session, or every one that the device takes part in. */
  stopShareScreen: v.object({ sessionId: v.optional(id) }),
  closeTabs: v.object({ tabIds: ids }),
  /** Window ids. */
  closeApps: v.object({ appIds: ids }),
  focusTab: v.object({ tabId: id, tabUrl: v.optional(text) }),
  /** A window id. */
  focusApp: v.object({ appId: id }),
  setAlias: v.object({ alias: v.pipe(v.string(), v.trim(), v.maxLength(255)) }),
  updateDeviceInventory: nothing,
  /** The other name of `updateDeviceInventory`. */
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
  /** `tutorName`: what the device tells other tutors who asks to take it over. */
  remoteControl: v.object({ tutorName: v.optional(line) }),
  /** Of the `remoteControl` that began it, its id. Absent: whatever this tutor has begun at the device. */
  stopRemoteControl: v.object({ sessionId: v.optional(id) }),
  snapshot: v.object({
    /** 1 to 100. */
    quality: v.pipe(v.number(), v.minValue(1), v.maxValue(100)),
    format: v.optional(v.picklist(['jpeg', 'webp']), 'jpeg'),
    /** clientId → display id; absent: the primary one. */
    clientDisplayMap: v.optional(v.record(v.string(), v.string()), {}),
  }),
  retrieveFiles: retrieveFilesSchema,
  ping: nothing,
  /** To site runners: the runner's own hostname. */
  dnslookup: v.object({ hostname: v.optional(line) }),
  /** To site runners, on a topic of its own. */
  wol: v.union([
    v.object({ deviceIds: v.pipe(v.array(id), v.minLength(1), v.maxLength(5_000)) }),
    v.object({ groupId: id }),
  ]),
} as const;

export type ActionName = keyof typeof ACTION_PARAMETERS;
export const ACTION_NAMES = Object.keys(ACTION_PARAMETERS) as readonly ActionName[];
/** What a sender writes. */
export type ActionInput<Name extends ActionName> = v.InferInput<(typeof ACTION_PARAMETERS)[Name]>;
/** What a receiver reads. */
export type ActionParameters<Name extends ActionName> = v.InferOutput<(typeof ACTION_PARAMETERS)[Name]>;

export const isActionName = (name: string): name is ActionName => Object.hasOwn(ACTION_PARAMETERS, name);
