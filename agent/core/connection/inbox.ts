/** Parses every message from the broker once. An unknown message is dropped and counted. */
import * as v from 'valibot';
import { type ClientOrder, clientOrdersSchema } from '#protocol/class-orders.ts';
import { type ClientPolicies, clientPoliciesSchema } from '#protocol/client-policies.ts';
import { demandSchema, thumbnailParametersSchema, tutorLastWillSchema } from '#protocol/demand.ts';
import { clientGroupsSchema } from '#protocol/feedback.ts';
import { stopScreenSharesSchema } from '#protocol/stop-screen-shares.ts';
import {
  backchannel,
  clientGroups,
  clientOrders,
  clientPolicies,
  groupFeedback,
  roomTopic,
  tutorLastWill,
  tutorOfTopic,
} from '#protocol/topics.ts';
import {
  type AskedDemand,
  type DemandKey,
  type Gone,
  SERVED_DEMANDS,
  type ServedDemand,
} from '../feedback/demand-book.ts';
import type { DeviceIdentity } from '../identity.ts';
import { type AskedAction, readAction, readJson } from './read-action.ts';
import type { TransportMessage } from './transport.ts';

export type Incoming =
  | { name: 'demand'; key: DemandKey; demand: AskedDemand }
  | (AskedAction & {
      name: 'action';
      place: DemandKey['place'];
      /** The action was sent to this client alone. */
      toClient: boolean;
    })
  /** `rooms` lists the chat rooms that may be open; undefined if the platform does not restrict them. */
  | { name: 'groups'; groups: readonly string[]; rooms?: readonly string[] | undefined }
  | { name: 'orders'; orders: readonly ClientOrder[] }
  | { name: 'policies'; policies: ClientPolicies['policies'] }
  /** Without a source all browsers of the tutor have left. */
  | { name: 'tutor-left'; asker: Gone }
  | { name: 'stop-screen-shares'; sessionIds: readonly string[] }
  | { name: 'room-message'; roomId: string; payload: unknown }
  /** The room's name or its writers have changed. */
  | { name: 'room-changed'; roomId: string }
  /** A person joined or left a room, or a message did not come from the platform. The device ignores it. */
  | { name: 'room-talk' }
  | { name: 'dropped'; reason: string };

const dropped = (reason: string): Incoming => ({ name: 'dropped', reason });

export function readMessage(message: TransportMessage, self: DeviceIdentity): Incoming {
  if (message.topic === clientGroups(self, self.clientId)) return readGroups(message);
  if (message.topic === clientOrders(self, self.clientId)) return readOrders(message);
  if (message.topic === clientPolicies(self, self.clientId)) return readPolicies(message);
  const parts = message.topic.split('/');
  if (parts[2] === 'lastwill') {
    const tutorId = parts[4];
    const known = tutorId !== undefined && message.topic === tutorLastWill(self, tutorId) && !message.retain;
    return known ? readTutorLastWill(message, tutorId) : dropped('topic');
  }
  if (parts[2] === 'live-rooms') return readRoom(message, self, parts[3] ?? '');
  const tutorId = tutorOfTopic(message.topic);
  if (tutorId === undefined) return dropped('topic');
  const leaf = parts.at(-1);
  const groupId = parts[6];
  const place = parts[5] === 'groups' && groupId !== undefined ? { groupId } : ('own' as const);
  // Demands, actions and requests are events. A retained one would be handled again at every reconnect.
  if (message.retain) return dropped('retained');
  if (leaf === 'requeststopscreenshares') return readStopScreenShares(message);
  if (leaf === 'demands') return readDemand(message, { self, tutorId, place });
  if (leaf !== 'actions') return dropped('topic');
  const asked = readAction(message, { scope: self, tutorId });
  return typeof asked === 'string'
    ? dropped(asked)
    : { name: 'action', ...asked, place, toClient: parts[7] === 'clients' };
}

type Sender = { self: DeviceIdentity; tutorId: string; place: DemandKey['place'] };

function readDemand(message: TransportMessage, { self, tutorId, place }: Sender): Incoming {
  const parsed = v.safeParse(demandSchema, readJson(message));
  if (!parsed.success) return dropped('demand');
  const demand = parsed.output;
  const type = demand['demand-type'];
  if (!isServed(type)) return dropped(`demand-type:${type}`);
  const thumbnails = v.safeParse(thumbnailParametersSchema, demand['demand-parameters']);
  if (type === 'thumbnails' && demand.TTL > 0 && !thumbnails.success) return dropped('demand-parameters');

  // Feedback may only be sent to the demanded group's topic or back to the tutor.
  const { responseTopic } = message;
  const parts = responseTopic?.split('/') ?? [];
  const feedbackGroup = parts[3];
  const toGroup = feedbackGroup !== undefined && responseTopic === groupFeedback(self, feedbackGroup);
  if (responseTopic === undefined || !(toGroup || responseTopic === backchannel(self, tutorId)))
    return dropped('response-topic');
  // After a `hello` a console repeats a group's demands to one client. They still belong to the group, so
  // that the group's cancel ends them.
  const asked = toGroup ? { groupId: feedbackGroup } : place;
  const key = { tutorId, source: demand.source, responseTopic, type, place: asked };
  return {
    name: 'demand',
    key,
    demand: {
      frequencyMs: demand.frequency,
      ttlMs: demand.TTL,
      ...(type === 'thumbnails' && thumbnails.success && { thumbnails: thumbnails.output }),
      ...(demand.tutorName !== undefined && { tutorName: demand.tutorName }),
      ...(demand.since !== undefined && { since: demand.since }),
    },
  };
}

function readTutorLastWill(message: TransportMessage, tutorId: string): Incoming {
  const empty = message.payload.byteLength === 0;
  const parsed = v.safeParse(tutorLastWillSchema, empty ? {} : readJson(message));
  if (!parsed.success) return dropped('last-will');
  return { name: 'tutor-left', asker: { tutorId, source: undefined, ...parsed.output } };
}

function readStopScreenShares(message: TransportMessage): Incoming {
  const parsed = v.safeParse(stopScreenSharesSchema, readJson(message));
  return parsed.success
    ? { name: 'stop-screen-shares', sessionIds: parsed.output.sessionIds }
    : dropped('stop-screen-shares');
}

function readRoom(message: TransportMessage, self: DeviceIdentity, roomId: string): Incoming {
  if (message.topic === roomTopic(self, roomId, 'changed')) return { name: 'room-changed', roomId };
  if (message.topic !== roomTopic(self, roomId, 'messages')) return { name: 'room-talk' };
  return { name: 'room-message', roomId, payload: readJson(message) };
}

function readGroups(message: TransportMessage): Incoming {
  // A cleared retained message means that the device is in no group.
  if (message.payload.byteLength === 0) return { name: 'groups', groups: [] };
  const parsed = v.safeParse(clientGroupsSchema, readJson(message));
  return parsed.success ? { name: 'groups', ...parsed.output } : dropped('groups');
}

function readOrders(message: TransportMessage): Incoming {
  // A cleared retained message means that no order is left.
  if (message.payload.byteLength === 0) return { name: 'orders', orders: [] };
  const parsed = v.safeParse(clientOrdersSchema, readJson(message));
  return parsed.success ? { name: 'orders', orders: parsed.output.orders } : dropped('orders');
}

function readPolicies(message: TransportMessage): Incoming {
  // A cleared retained message means that no policy applies to the device.
  if (message.payload.byteLength === 0) return { name: 'policies', policies: [] };
  const parsed = v.safeParse(clientPoliciesSchema, readJson(message));
  return parsed.success ? { name: 'policies', policies: parsed.output.policies } : dropped('policies');
}

const isServed = (type: string): type is ServedDemand => (SERVED_DEMANDS as readonly string[]).includes(type);
