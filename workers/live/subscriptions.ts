/** What this browser is subscribed to, held over reconnects: what the broker has confirmed and what it must still hear. */
import type { Transport } from './mqtt-transport.ts';

export function createSubscriptions(deps: { log(text: string): void }) {
  const filters = new Map<string, { qos: 0 | 1; confirmed: boolean }>();
  /** Unsubscribed while away, but still in the session that the broker keeps. */
  const leftovers = new Set<string>();
  let open: Transport | undefined;

  function confirm(filter: string) {
    const held = filters.get(filter);
    if (!open || !held || held.confirmed) return;
    // Confirmed while the answer is awaited, so that it is asked once; withdrawn if it does not hold.
    held.confirmed = true;
    void open.subscribe(filter, held.qos).then((outcome) => {
      if (outcome === 'sent') return;
      held.confirmed = false;
      if (outcome === 'refused') deps.log(`subscription refused: ${filter}`);
    });
  }

  return {
    /** Refused ones are asked again on a new connection. */
    add(filter: string, qos: 0 | 1) {
      leftovers.delete(filter);
      if (!filters.has(filter)) filters.set(filter, { qos, confirmed: false });
      confirm(filter);
    },
    remove(filter: string) {
      if (!filters.delete(filter)) return;
      if (open) void open.unsubscribe(filter);
      else leftovers.add(filter);
    },
    /** `resumed`: the broker kept the session, and with it the subscriptions. */
    connected(transport: Transport, resumed: boolean) {
      open = transport;
      if (!resumed) for (const held of filters.values()) held.confirmed = false;
      else for (const filter of leftovers) void transport.unsubscribe(filter);
      leftovers.clear();
      for (const filter of filters.keys()) confirm(filter);
    },
    disconnected() {
      open = undefined;
    },
    clear() {
      open = undefined;
      filters.clear();
      leftovers.clear();
    },
  };
}
