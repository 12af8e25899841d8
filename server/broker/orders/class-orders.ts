/**
 * What tutors say to a group holds for the class until it is lifted. The broker has let the action through: here it is
 * only remembered, told to devices that come later, and ended.
 */
import * as v from 'valibot';
import { type Action, actionSchema, replySchema } from '#protocol/action.ts';
import { ACTION_PARAMETERS } from '#protocol/action-parameters.ts';
import { type OrderMeaning, orderMeaning } from '#protocol/class-orders.ts';
import { type Scope, targetTopic } from '#protocol/topics.ts';
import type { Connection } from '../door/connection.ts';
import type { CountDrop, Letter, LetterReader } from '../inbox/platform-inbox.ts';
import type { KeyedWork } from '../keyed-work.ts';
import { readPayload } from '../read-payload.ts';
import { askedAt } from './asked-at.ts';
import { createClassPolls } from './class-polls.ts';
import { createHeardMessages, messageKey } from './heard-messages.ts';
import type { HeldOrder, OrderKey, OrderStore } from './held-order.ts';
import { createOrderBook } from './order-book.ts';
import { createOrderDelivery } from './order-delivery.ts';
import { createOrderEnds, ORDER_LIFE_MS } from './order-ends.ts';

export type ClassOrdersDeps = {
  store: OrderStore;
  connections(): Iterable<Connection>;
  /** Retained. */
  publish(topic: string, payload: Buffer): Promise<void>;
  work: KeyedWork;
  drop: CountDrop;
  failed(error: unknown): void;
  /** Epoch milliseconds. */
  now(): number;
  /** How often it looks for orders that are over. */
  lookEveryMs: number;
};

export type ClassOrders = {
  /** A reader of `tutors`: actions to groups and clients. */
  read: LetterReader;
  /** The orders that hold for a device, retained, before it subscribes and whenever its groups have changed. */
  deliver(connection: Connection): Promise<void>;
  /** A tutor has said goodbye and has no other console: what is asked ends. */
  tutorLeft(tutor: Connection): void;
  /** What the platform held when it last ran. To be called once, before anybody connects. */
  begin(): Promise<void>;
  stop(): void;
};

/** *Message expiry* counts whole seconds, at the console and at the broker. */
const SAME_TIME_MS = 3_000;

type SaidPoll = { action: Action; topicGroup: string | undefined; from: Connection };

export function createClassOrders(deps: ClassOrdersDeps): ClassOrders {
  const { store, now, work } = deps;
  const book = createOrderBook();
  const ends = createOrderEnds(deps);
  const delivery = createOrderDelivery({ ...deps, book, tutorName: store.tutorName });
  /** By group and slot: when the newest action was asked that began or ended an order. An older one comes too late. */
  const decided = new Map<string, number>();
  const heard = createHeardMessages(now);
  let timer: NodeJS.Timeout | undefined;

  /**
   * Keeps an order, then tells of it. A tutor with the right to every group may name one that does not exist: such an
   * order is forgotten, and nobody is told. One that could not be written holds until the platform ends.
   */
  function keep(order: HeldOrder, whom?: 'tutors'): void {
    work.enqueue(workKey(order), async () => {
      const isKept = await store.put(order).catch((error: unknown) => {
        deps.failed(error);
        return true;
      });
      if (isKept) delivery.changed(order, order.groupId, whom);
      else book.remove(order);
    });
  }

  function end(order: HeldOrder): void {
    if (!book.remove(order)) return;
    work.enqueue(workKey(order), () => store.remove(order));
    delivery.changed(order, order.groupId);
  }

  /** Whether a newer action of the same pair came before. Devices do not do such an action either. */
  function isOvertaken(key: OrderKey, at: number): boolean {
    const name = `${workKey(key)}/${key.slot}`;
    const before = decided.get(name);
    if (before !== undefined && at < before - SAME_TIME_MS) return true;
    decided.set(name, at);
    return false;
  }

  const polls = createClassPolls({
    book,
    end,
    now,
    connections: deps.connections,
    failed: deps.failed,
    clientNames: store.clientNames,
    put(order, isHeard) {
      book.put(order);
      keep(order, isHeard ? 'tutors' : undefined);
    },
  });

  function endOver(): void {
    for (const order of ends.over(book.all())) {
      if (ends.isForGood(order)) end(order);
      else polls.finish(order);
    }
  }

  /** Asks or finishes a question to the group of the topic; to single clients, to the group that it names. */
  function toPoll(scope: Scope, tutorId: string, { action, topicGroup, from }: SaidPoll): void {
    const read = v.safeParse(ACTION_PARAMETERS.poll, action.parameters);
    if (!read.success) return;
    const wanted = read.output;
    const ask = (groupId: string) => {
      const key: OrderKey = { tenant: scope.tenant, site: scope.site, groupId, slot: 'poll' };
      if ('finish' in wanted) {
        if (heard.isNew(messageKey(scope, tutorId, action.id))) polls.finished(key, wanted);
        return;
      }
      if (
        book.get(key)?.id === action.id ||
        !heard.isNew(messageKey(scope, tutorId, action.id), ORDER_LIFE_MS)
      )
        return;
      const { groupId: _g, clients: _c, ...parameters } = wanted;
      polls.ask(
        { ...key, id: action.id, action: 'poll', parameters, tutorId, since: now(), except: [] },
        wanted,
      );
    };
    const groupId = topicGroup ?? wanted.groupId;
    if (groupId === undefined) return;
    if (topicGroup !== undefined) {
      ask(topicGroup);
      return;
    }
    // The topic named a client: whether the tutor may act on the group is still to be asked.
    const topic = targetTopic(scope, tutorId, { to: 'group', groupId }, 'actions');
    Promise.resolve(from.access.mayPublish(topic))
      .then((allowed) => allowed && ask(groupId))
      .catch(deps.failed);
  }

  function readReply(
    scope: Scope,
    tutorId: string,
    { payload, from }: Pick<Letter, 'payload' | 'from'>,
  ): void {
    if (from.claims.kind !== 'device' || !polls.isAsking()) return;
    const read = readPayload(replySchema, payload);
    // Replies are the tutor's, who counts what cannot be read.
    if (read.ok && read.value.action === 'poll') polls.hear(scope, tutorId, { from, reply: read.value });
  }

  function toGroup(
    key: OrderKey,
    { holds, at }: OrderMeaning & { at: number },
    given: Omit<HeldOrder, keyof OrderKey>,
  ): void {
    if (!heard.isNew(messageKey(key, given.tutorId, given.id)) || isOvertaken(key, at)) return;
    if (!holds) {
      const before = book.get(key);
      if (before) end(before);
      return;
    }
    const order = { ...key, ...given };
    book.put(order);
    keep(order);
  }

  /** What is said to single clients ends an order for them alone. */
  function toClients(
    scope: Scope,
    meaning: OrderMeaning,
    { isMeant, message }: { isMeant(claims: Connection['claims']): boolean; message: string },
  ): void {
    // The same action was said to the group before: it is repeated to a device that has not answered.
    if (heard.has(message)) return;
    for (const { claims, access } of deps.connections()) {
      if (claims.tenant !== scope.tenant || claims.site !== scope.site || !isMeant(claims)) continue;
      for (const groupId of access.ownGroups()) {
        const key = { tenant: scope.tenant, site: scope.site, groupId, slot: meaning.slot };
        const next = book.except(key, claims.clientId ?? claims.sub, meaning);
        if (next) keep(next);
      }
    }
  }

  return {
    read({ scope, rest, payload, properties, from }) {
      const [tutorId = '', , to, id = '', leafOrClients, clientId] = rest;
      if (to === 'backchannel' && rest.at(-1) === 'reply') readReply(scope, tutorId, { payload, from });
      if (rest.at(-1) !== 'actions' || (to !== 'groups' && to !== 'users' && to !== 'sessions')) return;
      const read = readPayload(actionSchema, payload);
      if (!read.ok) {
        deps.drop(`action:${read.reason}`);
        return;
      }
      const meaning = orderMeaning(read.value);
      if (!meaning) return;
      if (meaning.slot === 'poll') {
        const topicGroup = to === 'groups' ? id : undefined;
        toPoll(scope, tutorId, { action: read.value, from, topicGroup });
        return;
      }
      const { id: actionId, action, parameters } = read.value;
      if (to === 'groups') {
        const key = { tenant: scope.tenant, site: scope.site, groupId: id, slot: meaning.slot };
        const at = askedAt(action, properties, now());
        toGroup(
          key,
          { ...meaning, at },
          { id: actionId, action, parameters, tutorId, since: now(), except: [] },
        );
        return;
      }
      const isClient = leafOrClients === 'clients';
      toClients(scope, meaning, {
        isMeant: (claims) => (isClient ? (claims.clientId ?? claims.sub) === clientId : claims.userId === id),
        message: messageKey(scope, tutorId, actionId),
      });
    },
    deliver: delivery.toDevice,
    tutorLeft(tutor) {
      for (const order of book.all()) if (ends.isLeftBy(order, tutor)) polls.finish(order);
    },
    async begin() {
      for (const order of await store.all()) {
        book.put(order);
        heard.remember(messageKey(order, order.tutorId, order.id), ORDER_LIFE_MS);
      }
      for (const { tenant, site, groupId } of book.all()) await delivery.toGroup({ tenant, site }, groupId);
      timer = setInterval(endOver, deps.lookEveryMs).unref();
    },
    stop() {
      clearInterval(timer);
    },
  };
}

const workKey = ({ tenant, site, groupId }: OrderKey) => `orders ${tenant}/${site}/${groupId}`;
