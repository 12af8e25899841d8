/** The orders of watched groups, as retained by the platform, for the tabs that watch them. */
import type { GroupOrder } from '#protocol/class-orders.ts';
import type { Clock } from '#protocol/clock.ts';
import type { LiveSession } from '#protocol/threads/live-worker.ts';
import { groupOrders } from '#protocol/topics.ts';
import type { BrokerLink } from '../broker/broker-link.ts';
import { isClientPlace } from './place.ts';

export type OrderViewer = {
  readonly id: string;
  readonly place: string;
  readonly tab: { readonly mailbox: { orders(watchId: string, orders: readonly GroupOrder[]): void } };
};

export type GroupOrdersDeps = {
  clock: Clock;
  link: Pick<BrokerLink, 'state' | 'subscribe' | 'unsubscribe'>;
  session(): LiveSession | undefined;
  viewersOf(place: string): Iterable<OrderViewer>;
  onChange(change: OrdersChange): void;
};

/** A change of a group's orders. */
export type OrdersChange = {
  orders: readonly GroupOrder[];
  before: readonly GroupOrder[];
  /** True if the platform sent nothing, perhaps only late, so the orders are presumed empty. */
  isPresumed: boolean;
};

/** Retained orders arrive with the subscription; if none arrive within this time, there are none. */
const TIMEOUT_MS = 3_000;
/** Number of groups whose last orders are stored. */
const MAX_FORMER = 50;

export function createGroupOrders({ clock, link, session, viewersOf, onChange }: GroupOrdersDeps) {
  /** Undefined until received. */
  const known = new Map<string, readonly GroupOrder[] | undefined>();
  /** The last received orders of groups that were released or presumed empty; they may have ended since. */
  const former = new Map<string, readonly GroupOrder[]>();
  const waits = new Map<string, () => void>();

  function topicOf(place: string): string | undefined {
    const at = session();
    // A client watched on its own is no group.
    return at && !isClientPlace(place) ? groupOrders(at, place) : undefined;
  }

  function set(groupId: string, orders: readonly GroupOrder[], isPresumed = false) {
    stopWaiting(groupId);
    const before = former.get(groupId) ?? known.get(groupId) ?? [];
    if (isPresumed) remember(groupId, before);
    else former.delete(groupId);
    known.set(groupId, orders);
    onChange({ orders, before, isPresumed });
    for (const { id, tab } of viewersOf(groupId)) tab.mailbox.orders(id, orders);
  }

  function stopWaiting(groupId: string) {
    waits.get(groupId)?.();
    waits.delete(groupId);
  }

  function remember(groupId: string, orders: readonly GroupOrder[]) {
    if (orders.length === 0) return;
    former.set(groupId, orders);
    const [oldest] = former.keys();
    if (former.size > MAX_FORMER && oldest !== undefined) former.delete(oldest);
  }

  const isConnected = () => link.state().name === 'connected';

  /** Nothing arrives without a connection, so each new connection restarts the wait. */
  function wait(groupId: string) {
    stopWaiting(groupId);
    waits.set(
      groupId,
      clock.after(TIMEOUT_MS, () => {
        if (isConnected()) set(groupId, [], true);
      }),
    );
  }

  return {
    begin(place: string) {
      const topic = topicOf(place);
      if (topic === undefined) return;
      known.set(place, undefined);
      wait(place);
      link.subscribe(topic, 1);
    },
    end(place: string) {
      const topic = topicOf(place);
      stopWaiting(place);
      remember(place, known.get(place) ?? []);
      known.delete(place);
      if (topic !== undefined) link.unsubscribe(topic);
    },
    /** Ignores groups that are not watched (any more). */
    receive(groupId: string, orders: readonly GroupOrder[]) {
      if (known.has(groupId)) set(groupId, orders);
    },
    /** A tab has started to watch. */
    offer({ id, place, tab }: OrderViewer) {
      const orders = known.get(place);
      if (orders) tab.mailbox.orders(id, orders);
    },
    /** A new session receives the retained orders again. */
    reconnected(resumed: boolean) {
      for (const [groupId, orders] of known) if (!resumed || orders === undefined) wait(groupId);
    },
    clear() {
      for (const groupId of [...waits.keys()]) stopWaiting(groupId);
      known.clear();
      former.clear();
    },
  };
}
