/**
 * Detects an action that was overtaken on its way: a lock that arrives after a later unlock, because a
 * console or the broker delayed it. The order is computed from each action's age on arrival, because the
 * clocks of tutors and devices differ. Only two actions of one tutor are compared by their own times.
 */
import type { Action } from '#protocol/action.ts';
import { actionTtlSeconds } from '#protocol/action-rules.ts';
import type { Clock, EpochMs } from '#protocol/clock.ts';
import { isOneOfPair, supersedes } from '#protocol/supersedes.ts';

type Received = {
  tutorId: string;
  action: Pick<Action, 'action' | 'parameters' | 'timeSent'>;
  /** The rest of *Message expiry*, as the broker reports it. */
  expirySeconds: number | undefined;
};

type Order = { received: Received; askedAt: EpochMs; receivedAt: EpochMs };

/** Actions within this time count as simultaneous, because *Message expiry* is rounded to seconds. */
const WINDOW_MS = 3_000;
/** No earlier action can still be on its way after this time. */
const MAX_AGE_MS = actionTtlSeconds('lock') * 1_000;
const MAX_ORDERS = 200;

export function createNewestOrders({ clock }: { clock: Pick<Clock, 'now'> }) {
  let orders: readonly Order[] = [];

  const orderOf = (received: Received): Order => {
    const { action, expirySeconds } = received;
    const now = clock.now();
    const ttlSeconds = actionTtlSeconds(action.action);
    const ageMs = Math.max(0, ttlSeconds - (expirySeconds ?? ttlSeconds)) * 1_000;
    return { received, askedAt: now - ageMs, receivedAt: now };
  };

  /** Drops old orders, and those in the future, which arrived before this machine's clock was set back. */
  const forget = () => {
    const now = clock.now();
    orders = orders
      .filter(({ askedAt, receivedAt }) => receivedAt <= now && now - askedAt <= MAX_AGE_MS)
      .slice(-MAX_ORDERS);
  };

  return {
    /** Returns false if a newer action was received and this one must not be performed. */
    accept(received: Received): boolean {
      if (!isOneOfPair(received.action)) return true;
      forget();
      const order = orderOf(received);
      const isStale = orders.some(
        (other) => supersedes(other.received.action, received.action) && wasAskedBefore(order, other),
      );
      if (!isStale) orders = [...orders, order];
      return !isStale;
    },
  };
}

/** If two tutors acted at about the same time, the action that arrived first counts as older. */
function wasAskedBefore(order: Order, other: Order): boolean {
  const aheadMs = other.askedAt - order.askedAt;
  if (Math.abs(aheadMs) > WINDOW_MS) return aheadMs > 0;
  const isSameTutor = order.received.tutorId === other.received.tutorId;
  return isSameTutor && order.received.action.timeSent < other.received.action.timeSent;
}
