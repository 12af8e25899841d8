/**
 * Validates everything that the broker delivers: size, topic, schema and sender are checked here once.
 * Invalid messages are dropped with a reason, which is counted.
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
  /** `leftOut`: the number of invalid list entries. */
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
  /** The reply's additional fields are preserved, and if nested deeper they could not be copied to a tab. */
  | 'too-deep'
  | 'foreign-client'
  /** The correlation data differs from the action id in the reply. */
  | 'correlation'
  /** The action was not requested here; perhaps by another browser of this tutor, or too long ago. */
  | 'unknown-action'
  /** The decoder found that the bytes are no picture. */
  | 'picture';

/** `groupId` is undefined for messages on the tutor's own backchannel. */
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
  /** The current orders of a group. */
  | { name: 'orders'; groupId: string; orders: readonly GroupOrder[] }
  /** A picture of a snapshot. */
  | { name: 'picture'; clientId: string; actionId: string; picture: ActionPicture }
  | { name: 'device-left'; device: DeviceAddress; since: number }
  /** The platform reports that the client left the group. */
  | { name: 'left-group'; groupId: string; clientId: string }
  /** Without a source all of the tutor's browsers have left. */
  | { name: 'tutor-left'; own: boolean; source?: string }
  | { name: 'notification'; notification: Notification }
  /** Undefined: no user is signed in there any more. */
  | { name: 'presence'; device: DeviceAddress; presence: Presence | undefined }
  | { name: 'room'; roomId: string; entry: RoomHistoryEntry }
  /** A tutor, or another browser of the same tutor, requests these sessions to end. */
  | { name: 'stop-screen-shares'; sessionIds: readonly string[] }
  /** A known message that the console does not use. */
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

/** The sender of feedback as given by the topic; `groupId` as in `LiveMessage`. */
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

/** Topic prefixes of a session, computed once, because a message may arrive every few microseconds. */
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
    // Parsed as a whole: dropping an unreadable order would look as if it had ended.
    const parsed = parse(groupOrdersSchema, message.payload);
    return 'output' in parsed ? { name: 'orders', groupId, orders: parsed.output.orders } : parsed;
  }
  if (!topic.startsWith(FEEDBACK, after)) return dropped('topic');
  return readFeedback(groupId, after + FEEDBACK.length, message);
}

/** The client's id begins at `from`; the kind follows as the last level. */
function readFeedback(groupId: string | undefined, from: number, message: MqttMessage): LiveMessage {
  const { topic } = message;
  const end = topic.indexOf('/', from);
  const clientId = topic.slice(from, end);
  const kind = topic.slice(end + 1);
  if (end < 0 || !isId(clientId) || !isId(kind)) return dropped('topic');
  if (kind === 'thumbnail') return readThumbnail({ groupId, clientId }, message);
  if (kind === 'reply') {
    // Replies are only for the tutor who sent the action.
    if (groupId !== undefined) return dropped('kind');
    // Texts are not shortened, because a shortened address or password would be wrong.
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
    // Copied, because the stored picture must not retain the larger buffer of the broker's messages.
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

/** The device in the topic of a last will or a presence: `S/{…}/{authType}/{userId}/{clientId}`. */
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
  // Sent by members; it counts only after the platform has republished it with the sender's identity.
  if (type === 'send-message') return { name: 'ignored' };
  // Meant for devices; a console receives a notification instead.
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

/** Whether a topic level is a valid id, also in length. */
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

/** Parses the whole payload, or drops it. */
function parse<Schema extends v.GenericSchema>(
  schema: Schema,
  payload: Uint8Array,
): { output: v.InferOutput<Schema> } | LiveMessage {
  const json = jsonOf(payload);
  if (!('value' in json)) return json;
  const parsed = v.safeParse(schema, json.value, { abortEarly: true });
  return parsed.success ? { output: parsed.output } : dropped('schema');
}

/** Parses a device's payload, without the invalid entries of its lists. */
function parseLists<Schema extends v.GenericSchema>(
  schema: Schema,
  payload: Uint8Array,
  options: PartialOptions,
): PartlyRead<v.InferOutput<Schema>> | LiveMessage {
  const json = jsonOf(payload);
  return 'value' in json ? (parsePartly(schema, json.value, options) ?? dropped('schema')) : json;
}
