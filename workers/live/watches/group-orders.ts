/** What holds for the groups that are watched, as the platform retains it, for the tabs that watch them. */
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

/** What holds for a group is another than before. */
export type OrdersChange = {
  orders: readonly GroupOrder[];
  before: readonly GroupOrder[];
  /** Nothing has come from the platform: it may only be late. */
  isPresumed: boolean;
};

/** What is retained comes with the subscription; where nothing has come, nothing holds. */
const HEARD_WITHIN_MS = 3_000;
/** Of so many groups what held last is remembered. */
const MAX_FORMER = 50;

export function createGroupOrders({ clock, link, session, viewersOf, onChange }: GroupOrdersDeps) {
  /** Undefined until it is heard. */
  const known = new Map<string, readonly GroupOrder[] | undefined>();
  /** What held for groups when it was last heard, before they were let go of or nothing came: it may have ended since. */
  const former = new Map<string, readonly GroupOrder[]>();
  const waits = new Map<string, () => void>();

  function topicOf(place: string): string | undefined {
    const at = session();
    // A client that is watched by itself is no class.
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

  /** Without a connection nothing can be heard: each new one begins the wait anew. */
  function wait(groupId: string) {
    stopWaiting(groupId);
    waits.set(
      groupId,
      clock.after(HEARD_WITHIN_MS, () => {
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
    /** Keeps nothing of a group that is not watched (any more). */
    receive(groupId: string, orders: readonly GroupOrder[]) {
      if (known.has(groupId)) set(groupId, orders);
    },
    /** A tab has begun to watch. */
    offer({ id, place, tab }: OrderViewer) {
      const orders = known.get(place);
      if (orders) tab.mailbox.orders(id, orders);
    },
    /** A new session gets what is retained once more. */
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
