/** The door: what comes from the broker is read once here; what is not understood is dropped and counted. */
import * as v from 'valibot';
import { type Action, actionSchema } from '#protocol/action.ts';
import { demandSchema, thumbnailParametersSchema, tutorLastWillSchema } from '#protocol/demand.ts';
import { clientGroupsSchema } from '#protocol/feedback.ts';
import { MAX_JSON_BYTES } from '#protocol/limits.ts';
import { backchannel, clientGroups, groupFeedback, tutorLastWill, tutorOfTopic } from '#protocol/topics.ts';
import {
  type AskedDemand,
  type Asker,
  type DemandKey,
  SERVED_DEMANDS,
  type ServedDemand,
} from './demand-book.ts';
import type { DeviceIdentity } from './identity.ts';
import type { LinkMessage } from './link.ts';

export type Incoming =
  | { name: 'demand'; key: DemandKey; demand: AskedDemand }
  | {
      name: 'action';
      tutorId: string;
      place: DemandKey['place'];
      action: Action;
      expirySeconds: number | undefined;
      responseTopic: string;
      correlationData: Uint8Array | string;
    }
  | { name: 'groups'; groups: readonly string[] }
  /** Without a source all of the tutor's browsers have left. */
  | { name: 'tutor-left'; asker: Asker }
  | { name: 'stop-screen-shares' }
  | { name: 'dropped'; reason: string };

const dropped = (reason: string): Incoming => ({ name: 'dropped', reason });

export function readMessage(message: LinkMessage, self: DeviceIdentity): Incoming {
  if (message.topic === clientGroups(self, self.clientId)) return readGroups(message);
  const parts = message.topic.split('/');
  if (parts[2] === 'lastwill') {
    const tutorId = parts[4];
    const known = tutorId !== undefined && message.topic === tutorLastWill(self, tutorId) && !message.retain;
    return known ? readTutorLastWill(message, tutorId) : dropped('topic');
  }
  const tutorId = tutorOfTopic(message.topic);
  if (tutorId === undefined) return dropped('topic');
  const leaf = parts.at(-1);
  if (leaf === 'requeststopscreenshares') return { name: 'stop-screen-shares' };
  const groupId = parts[6];
  const place = parts[5] === 'groups' && groupId !== undefined ? { groupId } : ('own' as const);
  // Demands and actions are events: a retained one would act again at every reconnect.
  if (message.retain) return dropped('retained');
  if (leaf === 'demands') return readDemand(message, { self, tutorId, place });
  return leaf === 'actions' ? readAction(message, { self, tutorId, place }) : dropped('topic');
}

type Sender = { self: DeviceIdentity; tutorId: string; place: DemandKey['place'] };

function readDemand(message: LinkMessage, { self, tutorId, place }: Sender): Incoming {
  const parsed = v.safeParse(demandSchema, readJson(message));
  if (!parsed.success) return dropped('demand');
  const demand = parsed.output;
  const type = demand['demand-type'];
  if (!isServed(type)) return dropped(`demand-type:${type}`);
  const thumbnails = v.safeParse(thumbnailParametersSchema, demand['demand-parameters']);
  if (type === 'thumbnails' && demand.TTL > 0 && !thumbnails.success) return dropped('demand-parameters');

  // Feedback goes to the asked group's topic or back to the tutor, nowhere else.
  const { responseTopic } = message;
  const parts = responseTopic?.split('/') ?? [];
  const feedbackGroup = parts[3];
  const toGroup = feedbackGroup !== undefined && responseTopic === groupFeedback(self, feedbackGroup);
  if (responseTopic === undefined || !(toGroup || responseTopic === backchannel(self, tutorId)))
    return dropped('response-topic');
  // After a `hello` a console repeats a group's demands to one client; they are still that group's demands,
  // and the group's cancel must end them.
  const asked = toGroup ? { groupId: feedbackGroup } : place;
  const key = { tutorId, source: demand.source, responseTopic, type, place: asked };
  return {
    name: 'demand',
    key,
    demand: {
      frequencyMs: demand.frequency,
      ttlMs: demand.TTL,
      ...(type === 'thumbnails' && thumbnails.success && { thumbnails: thumbnails.output }),
    },
  };
}

function readAction(message: LinkMessage, { self, tutorId, place }: Sender): Incoming {
  const parsed = v.safeParse(actionSchema, readJson(message));
  if (!parsed.success) return dropped('action');
  const responseTopic = message.responseTopic ?? backchannel(self, tutorId);
  if (responseTopic !== backchannel(self, tutorId)) return dropped('response-topic');
  return {
    name: 'action',
    tutorId,
    place,
    action: parsed.output,
    expirySeconds: message.expirySeconds,
    responseTopic,
    correlationData: message.correlationData ?? parsed.output.id,
  };
}

function readTutorLastWill(message: LinkMessage, tutorId: string): Incoming {
  const empty = message.payload.byteLength === 0;
  const parsed = v.safeParse(tutorLastWillSchema, empty ? {} : readJson(message));
  if (!parsed.success) return dropped('last-will');
  return { name: 'tutor-left', asker: { tutorId, source: parsed.output.source } };
}

function readGroups(message: LinkMessage): Incoming {
  // A cleared retained message: the device is in no group any more.
  if (message.payload.byteLength === 0) return { name: 'groups', groups: [] };
  const parsed = v.safeParse(clientGroupsSchema, readJson(message));
  return parsed.success ? { name: 'groups', groups: parsed.output.groups } : dropped('groups');
}

function readJson(message: LinkMessage): unknown {
  if (message.payload.byteLength > MAX_JSON_BYTES) return undefined;
  try {
    return JSON.parse(message.text());
  } catch {
    return undefined;
  }
}

const isServed = (type: string): type is ServedDemand => (SERVED_DEMANDS as readonly string[]).includes(type);
