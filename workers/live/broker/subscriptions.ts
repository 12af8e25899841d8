/** The subscriptions of this browser over reconnects, and which of them the broker has confirmed. */
import type { Transport } from './mqtt-transport.ts';

export function createSubscriptions(deps: { log(text: string): void }) {
  const filters = new Map<string, { qos: 0 | 1; confirmed: boolean }>();
  /** Filters whose unsubscribe never reached the broker; its session still contains them. */
  const leftovers = new Set<string>();
  let open: Transport | undefined;

  function confirm(filter: string) {
    const held = filters.get(filter);
    if (!open || !held || held.confirmed) return;
    // Set before the answer, so that only one request is sent; reset if it fails.
    held.confirmed = true;
    void open.subscribe(filter, held.qos).then((outcome) => {
      if (outcome === 'sent') return;
      held.confirmed = false;
      if (outcome === 'refused') deps.log(`subscription refused: ${filter}`);
    });
  }

  function end(filter: string) {
    if (!open) {
      leftovers.add(filter);
      return;
    }
    void open.unsubscribe(filter).then((outcome) => {
      // The connection was lost before the answer.
      if (outcome === 'unsent' && !filters.has(filter)) leftovers.add(filter);
    });
  }

  return {
    add(filter: string, qos: 0 | 1, { again } = { again: false }) {
      leftovers.delete(filter);
      if (again || !filters.has(filter)) filters.set(filter, { qos, confirmed: false });
      confirm(filter);
    },
    remove(filter: string) {
      if (filters.delete(filter)) end(filter);
    },
    /** `resumed`: the broker kept the session, and with it the subscriptions. */
    connected(transport: Transport, resumed: boolean) {
      open = transport;
      const ended = [...leftovers];
      leftovers.clear();
      if (resumed) for (const filter of ended) end(filter);
      else for (const held of filters.values()) held.confirmed = false;
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
