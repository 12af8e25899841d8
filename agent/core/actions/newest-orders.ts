/**
 * Tells an action that was overtaken on its way: a lock that comes after the unlock that was asked later, because one
 * console or the broker held it back. Which was asked first is read from how old each is when it arrives; the clocks of
 * tutors and devices do not count, except those of one tutor among each other.
 */
import type { Action } from '#protocol/action.ts';
import { actionTtlSeconds } from '#protocol/action-rules.ts';
import type { Clock } from '#protocol/clock.ts';
import { isOneOfPair, supersedes } from '#protocol/supersedes.ts';

type Received = {
  tutorId: string;
  action: Pick<Action, 'action' | 'parameters' | 'timeSent'>;
  /** What the broker left of *Message expiry*. */
  expirySeconds: number | undefined;
};

type Order = { received: Received; askedAt: number; receivedAt: number };

/** *Message expiry* counts whole seconds, at the console and at the broker. */
const SAME_TIME_MS = 3_000;
/** Nothing that was asked before is under way for longer. */
const LONGEST_TTL_MS = actionTtlSeconds('lock') * 1_000;
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

  /** One that is in the future was received before this machine's clock was set back: it says nothing. */
  const forget = () => {
    const now = clock.now();
    orders = orders
      .filter(({ askedAt, receivedAt }) => receivedAt <= now && now - askedAt <= LONGEST_TTL_MS)
      .slice(-MAX_ORDERS);
  };

  return {
    /** False: a newer one has been received, and this one must not be done. */
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

/** Of two that were asked at about the same time by different tutors the one that arrived first counts as older. */
function wasAskedBefore(order: Order, other: Order): boolean {
  const aheadMs = other.askedAt - order.askedAt;
  if (Math.abs(aheadMs) > SAME_TIME_MS) return aheadMs > 0;
  const isSameTutor = order.received.tutorId === other.received.tutorId;
  return isSameTutor && order.received.action.timeSent < other.received.action.timeSent;
}
