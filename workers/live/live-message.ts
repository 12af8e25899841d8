/**
 * The door for everything that the broker delivers: size, topic, schema and sender are checked here once
 * (wire protocol, "Limits a receiver must hold"). What does not pass is dropped with a reason, to be counted.
 */
import * as v from 'valibot';
import { AUTH_TYPES, type AuthType } from '#domain/device-type.ts';
import { type Reply, replySchema } from '#protocol/action.ts';
import { tutorLastWillSchema } from '#protocol/demand.ts';
import {
  applicationsSchema,
  helloSchema,
  type Info,
  infoSchema,
  lastWillSchema,
  statusesSchema,
  THUMBNAIL_CONTENT_TYPES,
  type ThumbnailProperties,
  tabsSchema,
  thumbnailPropertiesSchema,
} from '#protocol/feedback.ts';
import { MAX_JSON_BYTES, MAX_THUMBNAIL_BYTES } from '#protocol/limits.ts';
import { type Notification, notificationSchema } from '#protocol/notification.ts';
import { backchannel, feedbackAddress, notifications, type Scope, tutorLastWill } from '#protocol/topics.ts';
import type { MqttMessage } from './mqtt-transport.ts';

export type DeviceAddress = { clientId: string; userId: string; authType: AuthType };

type Hello = v.InferOutput<typeof helloSchema>;
type Tabs = v.InferOutput<typeof tabsSchema>;
type Applications = v.InferOutput<typeof applicationsSchema>;
type Statuses = v.InferOutput<typeof statusesSchema>;

export type FeedbackRecord =
  | { kind: 'hello'; record: Hello }
  | { kind: 'info'; record: Info }
  | { kind: 'tabs'; record: Tabs }
  | { kind: 'applications'; record: Applications }
  | { kind: 'statuses'; record: Statuses };

export type DropReason =
  | 'topic'
  | 'kind'
  | 'too-large'
  | 'content-type'
  | 'not-json'
  | 'schema'
  | 'foreign-client';

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
  | { name: 'device-left'; device: DeviceAddress; since: number }
  /** Without a source all of the tutor's browsers have left. */
  | { name: 'tutor-left'; own: boolean; source?: string }
  | { name: 'notification'; notification: Notification }
  /** Known, but nobody here looks at it. */
  | { name: 'ignored' }
  | { name: 'dropped'; reason: DropReason };

const dropped = (reason: DropReason): LiveMessage => ({ name: 'dropped', reason });

export function readLiveMessage(at: Scope & { tutorId: string }, message: MqttMessage): LiveMessage {
  const { topic } = message;
  const base = `${at.tenant}/${at.site}/`;
  if (topic === notifications(at)) {
    const parsed = parse(notificationSchema, message.payload);
    return 'output' in parsed ? { name: 'notification', notification: parsed.output } : parsed;
  }
  if (topic.startsWith(`${base}lastwill/`)) return readLastWill(at, message);
  if (topic.startsWith(`${base}groups/`)) {
    return readFeedback(topic.slice(base.length).split('/')[1], message);
  }
  if (topic.startsWith(`${backchannel(at, at.tutorId)}/`)) return readFeedback(undefined, message);
  return dropped('topic');
}

function readFeedback(groupId: string | undefined, message: MqttMessage): LiveMessage {
  const address = feedbackAddress(message.topic);
  if (!address) return dropped('topic');
  const { clientId, kind } = address;
  if (kind === 'thumbnail') return readThumbnail({ groupId, clientId }, message);
  if (kind === 'reply') {
    const parsed = parse(replySchema, message.payload);
    return 'output' in parsed ? { name: 'reply', clientId, reply: parsed.output } : parsed;
  }
  // Policy events reach tutors through the platform's notifications.
  if (kind === 'events') return { name: 'ignored' };
  const schema = recordSchemas[kind as keyof typeof recordSchemas];
  if (!Object.hasOwn(recordSchemas, kind)) return dropped('kind');
  const parsed = parse<v.GenericSchema<unknown, FeedbackRecord['record']>>(schema, message.payload);
  if (!('output' in parsed)) return parsed;
  if (parsed.output.clientId !== clientId) return dropped('foreign-client');
  return { name: 'feedback', groupId, kind, record: parsed.output } as LiveMessage;
}

const recordSchemas = {
  hello: helloSchema,
  info: infoSchema,
  tabs: tabsSchema,
  applications: applicationsSchema,
  statuses: statusesSchema,
} as const;

function readThumbnail(
  from: { groupId: string | undefined; clientId: string },
  { payload, contentType, userProperties }: MqttMessage,
): LiveMessage {
  if (payload.byteLength > MAX_THUMBNAIL_BYTES) return dropped('too-large');
  if (!THUMBNAIL_CONTENT_TYPES.includes(contentType as (typeof THUMBNAIL_CONTENT_TYPES)[number])) {
    return dropped('content-type');
  }
  const parsed = v.safeParse(thumbnailPropertiesSchema, { ...userProperties });
  if (!parsed.success) return dropped('schema');
  return {
    name: 'thumbnail',
    ...from,
    properties: parsed.output,
    bytes: payload,
    contentType: contentType ?? '',
  };
}

function readLastWill(at: Scope & { tutorId: string }, message: MqttMessage): LiveMessage {
  if (message.topic.startsWith(tutorLastWill(at, ''))) {
    const own = message.topic === tutorLastWill(at, at.tutorId);
    if (message.payload.byteLength === 0) return { name: 'tutor-left', own };
    const parsed = parse(tutorLastWillSchema, message.payload);
    return 'output' in parsed ? { name: 'tutor-left', own, ...parsed.output } : parsed;
  }
  const [authType, userId, clientId, ...rest] = message.topic.split('/').slice(3);
  if (!v.is(v.picklist(AUTH_TYPES), authType) || !userId || !clientId || rest.length > 0) {
    return dropped('topic');
  }
  const parsed = parse(lastWillSchema, message.payload);
  if (!('output' in parsed)) return parsed;
  return { name: 'device-left', device: { authType, userId, clientId }, since: parsed.output.since };
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function parse<Schema extends v.GenericSchema>(
  schema: Schema,
  payload: Uint8Array,
): { output: v.InferOutput<Schema> } | LiveMessage {
  if (payload.byteLength > MAX_JSON_BYTES) return dropped('too-large');
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(payload));
  } catch {
    return dropped('not-json');
  }
  const parsed = v.safeParse(schema, value, { abortEarly: true });
  return parsed.success ? { output: parsed.output } : dropped('schema');
}
