/** Every topic that anybody publishes, built by src/protocol/topics.ts for the ids given. */
import type { AuthType } from '#domain/devices/device-type.ts';
import { ROOM_TOPIC_TYPES } from '#protocol/room.ts';
import * as topics from '#protocol/topics.ts';

type Person = { authType: AuthType; userId: string; clientId: string };
export type WireIds = topics.Scope & {
  tutorId: string;
  groupId: string;
  people: readonly Person[];
  runnerId: string;
  roomId: string;
};

export function wireTopics(ids: WireIds) {
  const { tutorId, groupId, people, runnerId, roomId } = ids;
  const targets = people.flatMap((person): topics.Target[] => [
    { to: 'user', ...person },
    { to: 'client', ...person },
  ]);
  const addressed = (leaf: 'actions' | 'demands') =>
    new Map(
      [{ to: 'group', groupId } as const, ...targets].map((target) => [
        topics.targetTopic(ids, tutorId, target, leaf),
        target,
      ]),
    );
  const room = (type: (typeof ROOM_TOPIC_TYPES)[number]) => topics.roomTopic(ids, roomId, type);
  return {
    /** With whom each of them addresses. */
    actions: addressed('actions'),
    demands: addressed('demands'),
    feedback: (kind: string) =>
      people.map(({ clientId }) => `${topics.groupFeedback(ids, groupId)}/${clientId}/${kind}`),
    backchannel: (kind: string) =>
      [...people.map(({ clientId }) => clientId), topics.runnerClientId(runnerId)].map(
        (clientId) => `${topics.backchannel(ids, tutorId)}/${clientId}/${kind}`,
      ),
    runnerActions: topics.runnerTopic(ids, tutorId, 'actions'),
    wol: topics.runnerTopic(ids, tutorId, 'wol'),
    stopScreenShares: topics.stopScreenShares(ids, tutorId),
    stopScreenSharesNotice: topics.stopScreenSharesNotice(ids, tutorId),
    groups: people.map(({ clientId }) => topics.clientGroups(ids, clientId)),
    clientOrders: people.map(({ clientId }) => topics.clientOrders(ids, clientId)),
    groupOrders: topics.groupOrders(ids, groupId),
    policies: people.map(({ clientId }) => topics.clientPolicies(ids, clientId)),
    presence: people.map((person) => topics.presence(ids, person)),
    lastWill: people.map((person) => topics.lastWill(ids, person)),
    tutorLastWill: topics.tutorLastWill(ids, tutorId),
    events: people.map(({ clientId }) => topics.deviceEvents(ids, clientId)),
    notifications: topics.notifications(ids),
    room,
    rooms: ROOM_TOPIC_TYPES.map(room),
  };
}
