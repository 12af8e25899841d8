/** Publishes retained lists of orders to groups and devices. */
import { selfOf } from '#protocol/auth/access-token.ts';
import type { ClassRespondent, ClientOrder, GroupOrder } from '#protocol/class-orders.ts';
import { clientOrders, groupOrders, type Scope } from '#protocol/topics.ts';
import type { HeldOrder, HeldPoll, OrderStore } from '#store/groups/held-order.ts';
import type { Connection } from '../door/connection.ts';
import type { OrderBook } from './order-book.ts';

export type OrderDeliveryDeps = {
  book: Pick<OrderBook, 'ofGroup'>;
  tutorName: OrderStore['tutorName'];
  connections(): Iterable<Connection>;
  /** Publishes a retained message. */
  publish(topic: string, payload: Buffer): Promise<void>;
  failed(error: unknown): void;
};

export function createOrderDelivery(deps: OrderDeliveryDeps) {
  const published = new WeakMap<Connection, string>();
  /** The last publish by topic. Publishes are queued, and each sends the orders at its own time. */
  const queues = new Map<string, Promise<void>>();
  /** Topics with a queued publish that has not begun, which will include later changes. */
  const waiting = new Set<string>();

  function enqueue(topic: string, work: () => Promise<void>): Promise<void> {
    const before = queues.get(topic);
    if (before && waiting.has(topic)) return before;
    waiting.add(topic);
    const mine = (before ?? Promise.resolve())
      .catch(() => undefined)
      .then(() => {
        waiting.delete(topic);
        return work();
      });
    queues.set(topic, mine);
    const forget = () => {
      if (queues.get(topic) === mine) queues.delete(topic);
    };
    mine.then(forget, forget);
    return mine;
  }

  /** Sends a device its list if it has changed. Does nothing for tutors and runners. */
  function toDevice(connection: Connection): Promise<void> {
    const { claims, access } = connection;
    if (claims.kind !== 'device') return Promise.resolve();
    const clientId = selfOf(claims);
    const topic = clientOrders(claims, clientId);
    return enqueue(topic, async () => {
      const held = access.ownGroups().flatMap((groupId) => deps.book.ofGroup(claims, groupId));
      const orders = held.flatMap((order) =>
        holdsFor(order, clientId) ? asClientOrder(order, clientId) : [],
      );
      const text = JSON.stringify({ orders });
      if (published.get(connection) === text) return;
      await deps.publish(topic, Buffer.from(text));
      published.set(connection, text);
    });
  }

  function toGroup(scope: Scope, groupId: string): Promise<void> {
    const topic = groupOrders(scope, groupId);
    return enqueue(topic, async () => {
      const orders = await Promise.all(deps.book.ofGroup(scope, groupId).map(asGroupOrder));
      await deps.publish(topic, Buffer.from(JSON.stringify({ orders })));
    });
  }

  async function asGroupOrder({ tenant, site: _s, groupId: _g, slot: _o, ...order }: HeldOrder) {
    // An entry without the name is better than none.
    const tutorName = await deps.tutorName(tenant, order.tutorId).catch((error: unknown) => {
      deps.failed(error);
      return undefined;
    });
    const { poll, ...rest } = order;
    return {
      ...rest,
      ...(tutorName !== undefined && { tutorName }),
      ...(poll && {
        poll: { ...(poll.finishedAt && { finishedAt: poll.finishedAt }), respondents: cut(poll) },
      }),
    } satisfies GroupOrder;
  }

  return {
    toDevice,
    /** Notifies the group's tutors and its connected devices; with `tutors`, only the tutors. */
    changed(scope: Scope, groupId: string, tutors?: 'tutors'): void {
      toGroup(scope, groupId).catch(deps.failed);
      if (tutors) return;
      for (const connection of deps.connections()) {
        const { claims, access } = connection;
        const isHere = claims.tenant === scope.tenant && claims.site === scope.site;
        if (isHere && access.ownGroups().includes(groupId)) toDevice(connection).catch(deps.failed);
      }
    },
    toGroup,
  };
}

/** A poll applies to its recipients until it is finished or they have dismissed it. */
function holdsFor({ except, poll }: HeldOrder, clientId: string): boolean {
  if (except.includes(clientId)) return false;
  if (!poll) return true;
  const respondent = poll.respondents.find((each) => each.clientId === clientId);
  const isAsked = poll.only?.includes(clientId) ?? true;
  return isAsked && poll.finishedAt === undefined && respondent?.['feedback-type'] !== 'dismissed';
}

function asClientOrder(order: HeldOrder, clientId: string): ClientOrder {
  const { id, action, parameters, tutorId, poll } = order;
  const answer = poll?.respondents.find((each) => each.clientId === clientId)?.answer;
  return { id, action, parameters, tutorId, ...(answer !== undefined && { answer }) };
}

/** Far below the size limits of receivers. */
const MAX_ANSWER_CHARACTERS = 60_000;

function cut({ respondents }: HeldPoll): ClassRespondent[] {
  const longest = Math.floor(MAX_ANSWER_CHARACTERS / Math.max(1, respondents.length));
  return respondents.map(({ answer, ...each }) => ({
    ...each,
    ...(answer !== undefined && { answer: answer.slice(0, longest) }),
  }));
}
