/**
 * The poll of a class. It is stored with every device's answer, so that each tab of each tutor of the group
 * sees the same results and can finish it, until a tutor saves or discards them.
 */

import type { Reply } from '#protocol/action.ts';
import type { ActionParameters } from '#protocol/action-parameters.ts';
import { selfOf } from '#protocol/auth/access-token.ts';
import type { ClassRespondent } from '#protocol/class-orders.ts';
import type { EpochMs } from '#protocol/clock.ts';
import type { Scope } from '#protocol/topics.ts';
import type { HeldOrder, OrderKey, OrderStore } from '#store/groups/held-order.ts';
import type { Connection } from '../door/connection.ts';
import type { HeldOrders } from './held-orders.ts';

/** Only the answers changed: notifies the tutors and not the devices. */
const ANSWERS_ONLY = 'tutors';

export type PollParameters = ActionParameters<'poll'>;

export type ClassPollsDeps = {
  orders: Pick<HeldOrders, 'get' | 'all' | 'put' | 'end'>;
  clientNames: OrderStore['clientNames'];
  connections(): Iterable<Connection>;
  failed(error: unknown): void;
  now(): EpochMs;
};

export function createClassPolls(deps: ClassPollsDeps) {
  const { orders, now } = deps;

  /** Client ids of the group's connected devices that the poll is for. */
  function askedNow(key: OrderKey, only: readonly string[] | undefined): string[] {
    const here = [...deps.connections()].filter(
      ({ claims, access }) =>
        claims.kind === 'device' &&
        claims.tenant === key.tenant &&
        claims.site === key.site &&
        access.ownGroups().includes(key.groupId),
    );
    const ids = new Set(here.map(({ claims }) => selfOf(claims)));
    return [...ids].filter((clientId) => only?.includes(clientId) ?? true).sort();
  }

  /** Names come from the directory, and may arrive after the answers. */
  async function addNames(key: OrderKey, id: string): Promise<void> {
    const order = orders.get(key);
    if (order?.id !== id || !order.poll) return;
    const nameless = order.poll.respondents.flatMap(({ clientId, name }) =>
      name === undefined ? clientId : [],
    );
    if (nameless.length === 0) return;
    const names = await deps.clientNames(key, nameless);
    const latest = orders.get(key);
    if (names.size === 0 || latest?.id !== id || !latest.poll) return;
    const respondents = latest.poll.respondents.map((each) => {
      const name = each.name ?? names.get(each.clientId);
      return name === undefined ? each : { ...each, name };
    });
    orders.put({ ...latest, poll: { ...latest.poll, respondents } }, ANSWERS_ONLY);
  }

  function ask(order: Omit<HeldOrder, 'poll'>, parameters: Exclude<PollParameters, { finish: true }>): void {
    const { clients: only } = parameters;
    const respondents = askedNow(order, only).map((clientId): ClassRespondent => ({ clientId }));
    orders.put({ ...order, poll: { respondents, ...(only && { only }) } });
    addNames(order, order.id).catch(deps.failed);
  }

  function finish(order: HeldOrder): void {
    if (order.poll && order.poll.finishedAt === undefined)
      orders.put({ ...order, poll: { ...order.poll, finishedAt: now() } });
  }

  return {
    ask,
    /** Ends the questioning; the results stay. */
    finish,
    /** A tutor has finished or closed the poll with this id. Does nothing if another poll is stored. */
    finished(key: OrderKey, { id, closed }: Extract<PollParameters, { finish: true }>): void {
      const order = orders.get(key);
      if (order?.parameters.id !== id) return;
      if (closed === true) orders.end(order);
      else finish(order);
    },
    /** Whether a poll is open, so that replies must be read. */
    isAsking: (): boolean => orders.all().some(({ poll }) => poll !== undefined),
    /** A device has replied to `tutorId`. */
    receiveReply(scope: Scope, tutorId: string, { from, reply }: { from: Connection; reply: Reply }): void {
      const { claims, access } = from;
      const clientId = selfOf(claims);
      for (const groupId of access.ownGroups()) {
        const key: OrderKey = { tenant: scope.tenant, site: scope.site, groupId, slot: 'poll' };
        const order = orders.get(key);
        if (order?.id !== reply.id || order.tutorId !== tutorId || !order.poll || !reply.ok) continue;
        if (order.poll.only && !order.poll.only.includes(clientId)) continue;
        const respondents = withReply(order.poll.respondents, clientId, reply);
        if (!respondents) continue;
        orders.put({ ...order, poll: { ...order.poll, respondents } }, ANSWERS_ONLY);
        addNames(key, order.id).catch(deps.failed);
      }
    },
  };
}

export type ClassPolls = ReturnType<typeof createClassPolls>;

/** Undefined: nothing changed. A reply without an answer does not remove an earlier answer. */
function withReply(
  before: readonly ClassRespondent[],
  clientId: string,
  { answer, 'feedback-type': type }: Reply,
): ClassRespondent[] | undefined {
  const known = before.find((each) => each.clientId === clientId);
  if (answer === undefined ? known?.answer !== undefined : answer === known?.answer) return undefined;
  if (known && answer === undefined && type === known['feedback-type']) return undefined;
  const next: ClassRespondent = {
    ...known,
    clientId,
    ...(type && { 'feedback-type': type }),
    ...(answer !== undefined && { answer }),
  };
  return known ? before.map((each) => (each === known ? next : each)) : [...before, next];
}
