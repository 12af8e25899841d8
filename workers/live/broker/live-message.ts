/**
 * The door for everything that the broker delivers: size, topic, schema and sender are checked here once. What does
 * not pass is dropped with a reason, to be counted.
 */
import * as v from 'valibot';
import { AUTH_TYPES } from '#domain/devices/device-type.ts';
import { type Reply, replySchema } from '#protocol/action.ts';
import { type GroupOrder, groupOrdersSchema } from '#protocol/class-orders.ts';
import { tutorLastWillSchema } from '#protocol/demand.ts';
import {
  applicationsSchema,
  helloSchema,
  type Info,
  infoSchema,
  lastWillSchema,
  type Presence,
  presenceSchema,
  statusesSchema,
  THUMBNAIL_CONTENT_TYPES,
  type ThumbnailProperties,
  tabsSchema,
  thumbnailPropertiesSchema,
} from '#protocol/feedback.ts';
import { MAX_JSON_BYTES, MAX_REPLY_DEPTH, MAX_THUMBNAIL_BYTES } from '#protocol/limits.ts';
import { type Notification, notificationSchema } from '#protocol/notification.ts';
import { type PartialOptions, type PartlyRead, parsePartly } from '#protocol/partial-parse.ts';
import { type RoomHistoryEntry, roomMessageSchema, roomStatusSchema } from '#protocol/room.ts';
import { stopScreenSharesSchema } from '#protocol/stop-screen-shares.ts';
import type { ActionPicture } from '#protocol/threads/live-action.ts';
import type { DeviceAddress } from '#protocol/threads/live-worker.ts';
import {
  backchannel,
  notifications,
  type Scope,
  stopScreenSharesNotice,
  tutorLastWill,
} from '#protocol/topics.ts';
import type { MqttMessage } from './mqtt-transport.ts';

type Hello = v.InferOutput<typeof helloSchema>;
type Tabs = v.InferOutput<typeof tabsSchema>;
type Applications = v.InferOutput<typeof applicationsSchema>;
type Statuses = v.InferOutput<typeof statusesSchema>;

export type FeedbackRecord =
  | { kind: 'hello'; record: Hello }
  | { kind: 'info'; record: Info }
  /** `leftOut`: the number of entries that could not be read. */
  | { kind: 'tabs'; record: Tabs; leftOut?: number }
  | { kind: 'applications'; record: Applications; leftOut?: number }
  | { kind: 'statuses'; record: Statuses };

export type DropReason =
  | 'topic'
  | 'kind'
  | 'too-large'
  | 'content-type'
  | 'not-json'
  | 'schema'
  /** Its further fields are kept, and deeper than that they could not even be copied to a tab. */
  | 'too-deep'
  | 'foreign-client'
  /** Correlation data that is not the id of the action that the reply names. */
  | 'correlation'
  /** Nobody here asked that; perhaps another browser of this tutor, perhaps too long ago. */
  | 'unknown-action'
  /** The bytes are no picture, as the decoder finds. */
  | 'picture';

/** `groupId` is undefined for what came on the tutor's own backchannel. */
export type LiveMessage =
  | ({ name: 'feedback'; groupId: string | undefined } & FeedbackRecord)
  | {
      name: 'thumbnail';
      groupId: string | undefined;
      clientId: string;
      properties: ThumbnailProperties;
      bytes: Uint8Array;
      contentType: string;
    }
  | { name: 'reply'; clientId: string; reply: Reply }
  /** What holds for a group. */
  | { name: 'orders'; groupId: string; orders: readonly GroupOrder[] }
  /** What a snapshot brought. */
  | { name: 'picture'; clientId: string; actionId: string; picture: ActionPicture }
  | { name: 'device-left'; device: DeviceAddress; since: number }
  /** It is not in the group any more, says the platform. */
  | { name: 'left-group'; groupId: string; clientId: string }
  /** Without a source all of the tutor's browsers have left. */
  | { name: 'tutor-left'; own: boolean; source?: string }
  | { name: 'notification'; notification: Notification }
  /** Undefined: nobody is signed in there any more. */
  | { name: 'presence'; device: DeviceAddress; presence: Presence | undefined }
  | { name: 'room'; roomId: string; entry: RoomHistoryEntry }
  /** A tutor, or another browser of the same tutor, asks that these sessions end. */
  | { name: 'stop-screen-shares'; sessionIds: readonly string[] }
  /** Known, but nobody here looks at it. */
  | { name: 'ignored' }
  | { name: 'dropped'; reason: DropReason };

const dropped = (reason: DropReason): LiveMessage => ({ name: 'dropped', reason });

export function readLiveMessage(at: Scope & { tutorId: string }, message: MqttMessage): LiveMessage {
  const { topic } = message;
  const roots = rootsOf(at);
  if (topic.startsWith(roots.groups)) return readOfGroup(roots.groups.length, message);
  if (topic === roots.stopScreenShares) return readStopScreenShares(message);
  if (topic.startsWith(roots.backchannel)) return readFeedback(undefined, roots.backchannel.length, message);
  if (topic.startsWith(roots.lastWill)) return readLastWill(at, message);
  if (topic.startsWith(roots.presence)) return readPresence(message);
  if (topic.startsWith(roots.rooms)) return readRoom(message);
  if (topic !== roots.notifications) return dropped('topic');
  const parsed = parse(notificationSchema, message.payload);
  return 'output' in parsed ? { name: 'notification', notification: parsed.output } : parsed;
}

/** Who has sent what is on a topic of feedback, so far as the topic says it; `groupId` as in `LiveMessage`. */
export function feedbackSender(
  at: Scope & { tutorId: string },
  topic: string,
): { groupId: string | undefined; clientId: string } | undefined {
  const roots = rootsOf(at);
  if (topic.startsWith(roots.backchannel)) {
    const [clientId] = topic.slice(roots.backchannel.length).split('/');
    return isId(clientId) ? { groupId: undefined, clientId } : undefined;
  }
  if (!topic.startsWith(roots.groups)) return undefined;
  const [groupId, kind, clientId] = topic.slice(roots.groups.length).split('/');
  return isId(groupId) && kind === 'feedback' && isId(clientId) ? { groupId, clientId } : undefined;
}

/** What a session's topics begin with, made once: there is a message to compare with it every few microseconds. */
function makeRoots(at: Scope & { tutorId: string }) {
  const base = `${at.tenant}/${at.site}`;
  return {
    groups: `${base}/groups/`,
    lastWill: `${base}/lastwill/`,
    presence: `${base}/presence/`,
    rooms: `${base}/live-rooms/`,
    backchannel: `${backchannel(at, at.tutorId)}/`,
    notifications: notifications(at),
    stopScreenShares: stopScreenSharesNotice(at, at.tutorId),
  };
}
const knownRoots = new WeakMap<object, ReturnType<typeof makeRoots>>();

function rootsOf(at: Scope & { tutorId: string }) {
  let roots = knownRoots.get(at);
  if (!roots) {
    roots = makeRoots(at);
    knownRoots.set(at, roots);
  }
  return roots;
}

const FEEDBACK = 'feedback/';
const ORDERS = 'orders';

/** The group's id begins at `from`. */
function readOfGroup(from: number, message: MqttMessage): LiveMessage {
  const { topic } = message;
  const groupId = topic.slice(from, topic.indexOf('/', from));
  const after = from + groupId.length + 1;
  if (!isId(groupId)) return dropped('topic');
  if (topic.slice(after) === ORDERS) {
    // An order that cannot be read is none that has ended.
    const parsed = parse(groupOrdersSchema, message.payload);
    return 'output' in parsed ? { name: 'orders', groupId, orders: parsed.output.orders } : parsed;
  }
  if (!topic.startsWith(FEEDBACK, after)) return dropped('topic');
  return readFeedback(groupId, after + FEEDBACK.length, message);
}

/** The client's id begins at `from`; after it comes the kind, and nothing more. */
function readFeedback(groupId: string | undefined, from: number, message: MqttMessage): LiveMessage {
  const { topic } = message;
  const end = topic.indexOf('/', from);
  const clientId = topic.slice(from, end);
  const kind = topic.slice(end + 1);
  if (end < 0 || !isId(clientId) || !isId(kind)) return dropped('topic');
  if (kind === 'thumbnail') return readThumbnail({ groupId, clientId }, message);
  if (kind === 'reply') {
    // Answers are for the one who asked.
    if (groupId !== undefined) return dropped('kind');
    // A text that is cut would be another address or password.
    const parsed = parseLists(replySchema, message.payload, { cutsTexts: false });
    if (!('output' in parsed)) return parsed;
    const { output: reply } = parsed;
    if (isDeeperThan(MAX_REPLY_DEPTH, reply)) return dropped('too-deep');
    if (reply.clientId !== undefined && reply.clientId !== clientId) return dropped('foreign-client');
    const { correlation = reply.id } = message;
    return correlation === reply.id ? { name: 'reply', clientId, reply } : dropped('correlation');
  }
  if (kind === 'left')
    return groupId === undefined ? dropped('kind') : { name: 'left-group', groupId, clientId };
  // Policy events reach tutors through the platform's notifications.
  if (kind === 'events') return { name: 'ignored' };
  const schema = recordSchemas.get(kind);
  if (!schema) return dropped('kind');
  const parsed = parseLists(schema, message.payload, { cutsTexts: true });
  if (!('output' in parsed)) return parsed;
  if (parsed.output.clientId !== clientId) return dropped('foreign-client');
  const leftOut = parsed.leftOut.get(kind);
  const more = leftOut === undefined ? {} : { leftOut };
  return { name: 'feedback', groupId, kind, record: parsed.output, ...more } as LiveMessage;
}

type RecordSchema = v.GenericSchema<unknown, FeedbackRecord['record']>;
const recordSchemas = new Map(
  Object.entries<RecordSchema>({
    hello: helloSchema,
    info: infoSchema,
    tabs: tabsSchema,
    applications: applicationsSchema,
    statuses: statusesSchema,
  }),
);

function readThumbnail(
  from: { groupId: string | undefined; clientId: string },
  { payload, contentType = '', userProperties, correlation }: MqttMessage,
): LiveMessage {
  if (payload.byteLength > MAX_THUMBNAIL_BYTES) return dropped('too-large');
  if (!THUMBNAIL_CONTENT_TYPES.includes(contentType as (typeof THUMBNAIL_CONTENT_TYPES)[number])) {
    return dropped('content-type');
  }
  const parsed = v.safeParse(thumbnailPropertiesSchema, { ...userProperties });
  if (!parsed.success) return dropped('schema');
  if (from.groupId === undefined && correlation !== undefined) {
    // Kept for a while: not as a part of the larger buffer that the broker's messages are read into.
    const picture = { display: parsed.output.display, contentType, bytes: new Uint8Array(payload) };
    return { name: 'picture', clientId: from.clientId, actionId: correlation, picture };
  }
  return { name: 'thumbnail', ...from, properties: parsed.output, bytes: payload, contentType };
}

function readLastWill(at: Scope & { tutorId: string }, message: MqttMessage): LiveMessage {
  if (message.topic.startsWith(tutorLastWill(at, ''))) {
    if (!isId(message.topic.slice(tutorLastWill(at, '').length))) return dropped('topic');
    const own = message.topic === tutorLastWill(at, at.tutorId);
    if (message.payload.byteLength === 0) return { name: 'tutor-left', own };
    const parsed = parse(tutorLastWillSchema, message.payload);
    return 'output' in parsed ? { name: 'tutor-left', own, ...parsed.output } : parsed;
  }
  const device = deviceOfTopic(message.topic);
  if (!device) return dropped('topic');
  const parsed = parse(lastWillSchema, message.payload);
  return 'output' in parsed ? { name: 'device-left', device, since: parsed.output.since } : parsed;
}

function readPresence({ topic, payload }: MqttMessage): LiveMessage {
  const device = deviceOfTopic(topic);
  if (!device) return dropped('topic');
  if (payload.byteLength === 0) return { name: 'presence', device, presence: undefined };
  const parsed = parse(presenceSchema, payload);
  return 'output' in parsed ? { name: 'presence', device, presence: parsed.output } : parsed;
}

/** The device that a last will or a presence is about: `S/{…}/{authType}/{userId}/{clientId}`. */
function deviceOfTopic(topic: string): DeviceAddress | undefined {
  const [authType, userId, clientId, ...rest] = topic.split('/').slice(3);
  return v.is(v.picklist(AUTH_TYPES), authType) && isId(userId) && isId(clientId) && rest.length === 0
    ? { authType, userId, clientId }
    : undefined;
}

function readStopScreenShares({ payload }: MqttMessage): LiveMessage {
  const parsed = parse(stopScreenSharesSchema, payload);
  return 'output' in parsed ? { name: 'stop-screen-shares', ...parsed.output } : parsed;
}

function readRoom({ topic, payload }: MqttMessage): LiveMessage {
  const [roomId, type, ...rest] = topic.split('/').slice(3);
  if (!isId(roomId) || rest.length > 0) return dropped('topic');
  // Of members: what they say counts when the platform has said who they are.
  if (type === 'send-message') return { name: 'ignored' };
  // For devices: a console hears of it by a notification.
  if (type === 'changed') return { name: 'ignored' };
  if (type === 'messages') {
    const parsed = parse(roomMessageSchema, payload);
    return 'output' in parsed ? { name: 'room', roomId, entry: parsed.output } : parsed;
  }
  if (type !== 'connected' && type !== 'disconnect') return dropped('topic');
  const parsed = parse(roomStatusSchema, payload);
  if (!('output' in parsed)) return parsed;
  const { userId, tutorId } = parsed.output;
  if ((userId === undefined) === (tutorId === undefined)) return dropped('schema');
  const who = userId === undefined ? { tutorId } : { userId };
  return { name: 'room', roomId, entry: { ...who, action: type } };
}

/** One level of a topic that names somebody: no longer than ids are. */
const isId = (level: string | undefined): level is string =>
  level !== undefined && level !== '' && level.length <= 128 && !level.includes('/');

const isDeeperThan = (levels: number, value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner)));

const utf8 = new TextDecoder('utf-8', { fatal: true });

function jsonOf(payload: Uint8Array): { value: unknown } | LiveMessage {
  if (payload.byteLength > MAX_JSON_BYTES) return dropped('too-large');
  try {
    return { value: JSON.parse(utf8.decode(payload)) };
  } catch {
    return dropped('not-json');
  }
}

/** Whole or not at all. */
function parse<Schema extends v.GenericSchema>(
  schema: Schema,
  payload: Uint8Array,
): { output: v.InferOutput<Schema> } | LiveMessage {
  const json = jsonOf(payload);
  if (!('value' in json)) return json;
  const parsed = v.safeParse(schema, json.value, { abortEarly: true });
  return parsed.success ? { output: parsed.output } : dropped('schema');
}

/** What a device says, without the entries of its lists that are invalid. */
function parseLists<Schema extends v.GenericSchema>(
  schema: Schema,
  payload: Uint8Array,
  options: PartialOptions,
): PartlyRead<v.InferOutput<Schema>> | LiveMessage {
  const json = jsonOf(payload);
  return 'value' in json ? (parsePartly(schema, json.value, options) ?? dropped('schema')) : json;
}
