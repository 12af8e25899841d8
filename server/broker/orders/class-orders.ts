/**
 * An action to a group applies to the class until it is lifted. The broker has already forwarded it; this
 * module stores it, sends it to devices that connect later, and ends it.
 */

import { type Action, actionSchema } from '#protocol/action.ts';
import { selfOf } from '#protocol/auth/access-token.ts';
import { type OrderMeaning, orderMeaning } from '#protocol/class-orders.ts';
import type { EpochMs } from '#protocol/clock.ts';
import type { Scope } from '#protocol/topics.ts';
import type { OrderKey } from '#store/groups/held-order.ts';
import type { Connection } from '../door/connection.ts';
import type { CountDrop, InboxReader } from '../inbox/platform-inbox.ts';
import { readPayload } from '../read-payload.ts';
import { askedAt } from './asked-at.ts';
import { createClassPolls } from './class-polls.ts';
import { createHeldOrders, type HeldOrdersDeps } from './held-orders.ts';
import { createNewestAsked } from './newest-asked.ts';
import { createOrderEnds, ORDER_LIFE_MS } from './order-ends.ts';
import { createPollMessages } from './poll-messages.ts';
import { createSeenMessages, messageKey } from './seen-messages.ts';

export type ClassOrdersDeps = HeldOrdersDeps & {
  drop: CountDrop;
  now(): EpochMs;
  /** How often the platform ends expired orders. */
  checkIntervalMs: number;
};

export type ClassOrders = {
  /** The reader of `tutors`: actions to groups and clients. */
  read: InboxReader;
  /** Publishes the orders of a device, retained, before it subscribes and whenever its groups change. */
  deliver(connection: Connection): Promise<void>;
  /** A tutor has left and has no other console open: the tutor's polls finish. */
  tutorLeft(tutor: Connection): void;
  /** Restores the orders of the platform's last run. Must be called once, before clients connect. */
  begin(): Promise<void>;
  stop(): void;
};

/** An action that begins or ends an order, and when the tutor sent it. */
type OrderAction = OrderMeaning & { action: Action; tutorId: string; atMs: number };

export function createBrokerClassOrders(deps: ClassOrdersDeps): ClassOrders {
  const { store, now } = deps;
  const orders = createHeldOrders(deps);
  const ends = createOrderEnds(deps);
  const newest = createNewestAsked(now);
  const seen = createSeenMessages(now);
  const polls = createClassPolls({
    orders,
    clientNames: store.clientNames,
    connections: deps.connections,
    failed: deps.failed,
    now,
  });
  const pollMessages = createPollMessages({ orders, polls, seen, failed: deps.failed, now });
  let timer: NodeJS.Timeout | undefined;

  function endOver(): void {
    orders.retryRemovals();
    for (const order of ends.over(orders.all())) {
      if (ends.isForGood(order)) orders.end(order);
      else polls.finish(order);
    }
  }

  function toGroup(key: OrderKey, { holds, action, tutorId, atMs }: OrderAction): void {
    if (!seen.isNew(messageKey(key, tutorId, action.id)) || newest.isOvertaken(key, atMs)) return;
    if (!holds) {
      const before = orders.get(key);
      if (before) orders.end(before);
      return;
    }
    const { id, parameters } = action;
    orders.put({ ...key, id, action: action.action, parameters, tutorId, since: now(), except: [] });
  }

  /** An action to single clients ends an order for these clients only. */
  function toClients(
    scope: Scope,
    meaning: OrderMeaning,
    { matches, message }: { matches(claims: Connection['claims']): boolean; message: string },
  ): void {
    // The action was sent to the group before and is now repeated to a device that has not answered.
    if (seen.has(message)) return;
    for (const { claims, access } of deps.connections()) {
      if (claims.tenant !== scope.tenant || claims.site !== scope.site || !matches(claims)) continue;
      for (const groupId of access.ownGroups()) {
        const key = { tenant: scope.tenant, site: scope.site, groupId, slot: meaning.slot };
        orders.except(key, selfOf(claims), meaning);
      }
    }
  }

  return {
    read({ scope, rest, payload, properties, from }) {
      const [tutorId = '', , to, id = '', leafOrClients, clientId] = rest;
      if (to === 'backchannel' && rest.at(-1) === 'reply')
        pollMessages.readReply(scope, tutorId, { payload, from });
      if (rest.at(-1) !== 'actions' || (to !== 'groups' && to !== 'users' && to !== 'sessions')) return;
      const read = readPayload(actionSchema, payload);
      if (!read.ok) {
        deps.drop(`action:${read.reason}`);
        return;
      }
      const action = read.value;
      const meaning = orderMeaning(action);
      if (!meaning) return;
      if (meaning.slot === 'poll') {
        const topicGroup = to === 'groups' ? id : undefined;
        pollMessages.readAction(scope, tutorId, { action, from, topicGroup });
        return;
      }
      if (to === 'groups') {
        const key = { tenant: scope.tenant, site: scope.site, groupId: id, slot: meaning.slot };
        const atMs = askedAt(action.action, properties, now());
        toGroup(key, { ...meaning, action, tutorId, atMs });
        return;
      }
      const isClient = leafOrClients === 'clients';
      toClients(scope, meaning, {
        matches: (claims) => (isClient ? selfOf(claims) === clientId : claims.userId === id),
        message: messageKey(scope, tutorId, action.id),
      });
    },
    deliver: orders.deliver,
    tutorLeft(tutor) {
      for (const order of orders.all()) if (ends.isLeftBy(order, tutor)) polls.finish(order);
    },
    async begin() {
      for (const order of await store.all()) {
        orders.restore(order);
        seen.remember(messageKey(order, order.tutorId, order.id), ORDER_LIFE_MS);
      }
      for (const { tenant, site, groupId } of orders.all())
        await orders.publishGroup({ tenant, site }, groupId);
      timer = setInterval(endOver, deps.checkIntervalMs).unref();
    },
    stop() {
      clearInterval(timer);
    },
  };
}
