/** Handles the messages of tutors and devices about polls: asked, finished, answered. */

import * as v from 'valibot';
import { type Action, replySchema } from '#protocol/action.ts';
import { ACTION_PARAMETERS } from '#protocol/action-parameters.ts';
import type { EpochMs } from '#protocol/clock.ts';
import { type Scope, targetTopic } from '#protocol/topics.ts';
import type { OrderKey } from '#store/groups/held-order.ts';
import type { Connection } from '../door/connection.ts';
import type { InboxMessage } from '../inbox/platform-inbox.ts';
import { readPayload } from '../read-payload.ts';
import type { ClassPolls, PollParameters } from './class-polls.ts';
import type { HeldOrders } from './held-orders.ts';
import { ORDER_LIFE_MS } from './order-ends.ts';
import { messageKey, type SeenMessages } from './seen-messages.ts';

export type PollMessagesDeps = {
  orders: Pick<HeldOrders, 'get'>;
  polls: ClassPolls;
  seen: SeenMessages;
  failed(error: unknown): void;
  now(): EpochMs;
};

/** A `poll` action. `topicGroup`: the group in its topic; undefined: the topic names a client. */
type PollAction = { action: Action; topicGroup: string | undefined; from: Connection };

export type PollMessages = {
  /** Asks or finishes a poll of the topic's group or, if it names a client, of `parameters.groupId`. */
  readAction(scope: Scope, tutorId: string, said: PollAction): void;
  /** A device has replied to a tutor, about a poll or anything else. */
  readReply(scope: Scope, tutorId: string, message: Pick<InboxMessage, 'payload' | 'from'>): void;
};

export function createPollMessages(deps: PollMessagesDeps): PollMessages {
  const { orders, polls, seen } = deps;

  function askOrFinish(
    key: OrderKey,
    asked: { tutorId: string; action: Action; poll: PollParameters },
  ): void {
    const { tutorId, action, poll } = asked;
    const message = messageKey(key, tutorId, action.id);
    if ('finish' in poll) {
      if (seen.isNew(message)) polls.finished(key, poll);
      return;
    }
    if (orders.get(key)?.id === action.id || !seen.isNew(message, ORDER_LIFE_MS)) return;
    const { groupId: _g, clients: _c, ...parameters } = poll;
    const order = {
      ...key,
      id: action.id,
      action: 'poll',
      parameters,
      tutorId,
      since: deps.now(),
      except: [],
    };
    polls.ask(order, poll);
  }

  return {
    readAction(scope, tutorId, { action, topicGroup, from }) {
      const read = v.safeParse(ACTION_PARAMETERS.poll, action.parameters);
      if (!read.success) return;
      const poll = read.output;
      const groupId = topicGroup ?? poll.groupId;
      if (groupId === undefined) return;
      const key: OrderKey = { tenant: scope.tenant, site: scope.site, groupId, slot: 'poll' };
      if (topicGroup !== undefined) {
        askOrFinish(key, { tutorId, action, poll });
        return;
      }
      // The topic names a client, so the tutor's access to the group must still be checked.
      const topic = targetTopic(scope, tutorId, { to: 'group', groupId }, 'actions');
      Promise.resolve(from.access.mayPublish(topic))
        .then((allowed) => allowed && askOrFinish(key, { tutorId, action, poll }))
        .catch(deps.failed);
    },

    readReply(scope, tutorId, { payload, from }) {
      if (from.claims.kind !== 'device' || !polls.isAsking()) return;
      const read = readPayload(replySchema, payload);
      // Replies are for the tutor, so invalid ones are not counted here.
      if (read.ok && read.value.action === 'poll')
        polls.receiveReply(scope, tutorId, { from, reply: read.value });
    },
  };
}
