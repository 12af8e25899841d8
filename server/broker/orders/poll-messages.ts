/** Reads what tutors and devices say about the question to a class: asked, finished, answered. */

import * as v from 'valibot';
import { type Action, replySchema } from '#protocol/action.ts';
import { ACTION_PARAMETERS } from '#protocol/action-parameters.ts';
import type { EpochMs } from '#protocol/clock.ts';
import { type Scope, targetTopic } from '#protocol/topics.ts';
import type { OrderKey } from '../../store/groups/held-order.ts';
import type { Connection } from '../door/connection.ts';
import type { Letter } from '../inbox/platform-inbox.ts';
import { readPayload } from '../read-payload.ts';
import type { ClassPolls, PollWanted } from './class-polls.ts';
import { type HeardMessages, messageKey } from './heard-messages.ts';
import type { HeldOrders } from './held-orders.ts';
import { ORDER_LIFE_MS } from './order-ends.ts';

export type PollMessagesDeps = {
  orders: Pick<HeldOrders, 'get'>;
  polls: ClassPolls;
  heard: HeardMessages;
  failed(error: unknown): void;
  now(): EpochMs;
};

/** An action `poll`; `topicGroup`: the group of its topic, undefined where the topic names a client. */
type PollAction = { action: Action; topicGroup: string | undefined; from: Connection };

export type PollMessages = {
  /** Asks or finishes a question to the group of the topic; to single clients, to the group that it names. */
  readAction(scope: Scope, tutorId: string, said: PollAction): void;
  /** A device has answered a tutor, about a question or anything else. */
  readReply(scope: Scope, tutorId: string, letter: Pick<Letter, 'payload' | 'from'>): void;
};

export function createPollMessages(deps: PollMessagesDeps): PollMessages {
  const { orders, polls, heard } = deps;

  function askOrFinish(key: OrderKey, asked: { tutorId: string; action: Action; wanted: PollWanted }): void {
    const { tutorId, action, wanted } = asked;
    const message = messageKey(key, tutorId, action.id);
    if ('finish' in wanted) {
      if (heard.isNew(message)) polls.finished(key, wanted);
      return;
    }
    if (orders.get(key)?.id === action.id || !heard.isNew(message, ORDER_LIFE_MS)) return;
    const { groupId: _g, clients: _c, ...parameters } = wanted;
    const order = {
      ...key,
      id: action.id,
      action: 'poll',
      parameters,
      tutorId,
      since: deps.now(),
      except: [],
    };
    polls.ask(order, wanted);
  }

  return {
    readAction(scope, tutorId, { action, topicGroup, from }) {
      const read = v.safeParse(ACTION_PARAMETERS.poll, action.parameters);
      if (!read.success) return;
      const wanted = read.output;
      const groupId = topicGroup ?? wanted.groupId;
      if (groupId === undefined) return;
      const key: OrderKey = { tenant: scope.tenant, site: scope.site, groupId, slot: 'poll' };
      if (topicGroup !== undefined) {
        askOrFinish(key, { tutorId, action, wanted });
        return;
      }
      // The topic named a client: whether the tutor may act on the group is still to be asked.
      const topic = targetTopic(scope, tutorId, { to: 'group', groupId }, 'actions');
      Promise.resolve(from.access.mayPublish(topic))
        .then((allowed) => allowed && askOrFinish(key, { tutorId, action, wanted }))
        .catch(deps.failed);
    },

    readReply(scope, tutorId, { payload, from }) {
      if (from.claims.kind !== 'device' || !polls.isAsking()) return;
      const read = readPayload(replySchema, payload);
      // Replies are the tutor's, who counts what cannot be read.
      if (read.ok && read.value.action === 'poll') polls.hear(scope, tutorId, { from, reply: read.value });
    },
  };
}
