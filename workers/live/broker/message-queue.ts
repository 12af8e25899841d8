/**
 * What must reach the broker whatever the connection does: sent at once while connected, else 1 s after the next
 * connecting, and again for as long as it is unacknowledged, until its time is over. In the order of asking.
 */
import type { Clock } from '#protocol/clock.ts';
import type { PublishOptions, Transport } from './mqtt-transport.ts';

/** After connecting. */
const FLUSH_AFTER_MS = 1_000;

export type QueuedMessage = {
  topic: string;
  payload: string;
  options?: Omit<PublishOptions, 'qos' | 'expirySeconds'>;
  /** Epoch ms. What is left of it then is the message's expiry. */
  expiresAt: number;
};

/** `sent`: the broker has it. `refused` is the broker's last word. `expired`: it never had it. */
export type Fate = 'sent' | 'refused' | 'expired';

export type QueueEvents = {
  /** Before every attempt. */
  onSending?(): void;
  /** It cannot go now. */
  onWaiting?(): void;
  /** Once, unless it was cancelled. */
  onFate(fate: Fate): void;
};

export type MessageQueue = {
  /** Returns the cancel: what the broker has not got yet is not sent. */
  add(message: QueuedMessage, events: QueueEvents): () => void;
  /** `renewed`: only the token is new, nobody has seen the gap. */
  connected(transport: Pick<Transport, 'publish'>, how: { renewed: boolean }): void;
  disconnected(): void;
  /** How many have no fate yet: a leak test's measure. */
  size(): number;
  clear(): void;
};

type Entry = {
  message: QueuedMessage;
  events: QueueEvents;
  /** For a connection; otherwise the message is under way. */
  waits: boolean;
  overdue: boolean;
  stopExpiry: () => void;
};

export function createMessageQueue({ clock }: { clock: Clock }): MessageQueue {
  const entries = new Set<Entry>();
  let open: Pick<Transport, 'publish'> | undefined;
  let waiting = 0;
  let stopFlush: (() => void) | undefined;

  function publish(entry: Entry, transport: Pick<Transport, 'publish'>) {
    const { topic, payload, options, expiresAt } = entry.message;
    if (entry.waits) waiting -= 1;
    entry.waits = false;
    entry.events.onSending?.();
    const expirySeconds = Math.max(1, Math.ceil((expiresAt - clock.now()) / 1_000));
    void transport.publish(topic, payload, { ...options, qos: 1, expirySeconds }).then((outcome) => {
      if (!entries.has(entry)) return;
      if (outcome !== 'unsent') end(entry, outcome);
      else if (entry.overdue) end(entry, 'expired');
      else {
        wait(entry);
        // The connection is lost, or being renewed; or, if neither is true, the next try is in a second.
        if (open) flushLater();
      }
    });
  }

  function wait(entry: Entry) {
    entry.waits = true;
    waiting += 1;
    entry.events.onWaiting?.();
  }

  function end(entry: Entry, fate: Fate) {
    remove(entry);
    entry.events.onFate(fate);
  }

  function remove(entry: Entry) {
    if (!entries.delete(entry)) return;
    if (entry.waits) waiting -= 1;
    entry.stopExpiry();
  }

  function flush() {
    stopFlush?.();
    stopFlush = undefined;
    for (const entry of [...entries]) {
      if (open && entry.waits && entries.has(entry)) publish(entry, open);
    }
  }

  function flushLater() {
    stopFlush ??= clock.after(FLUSH_AFTER_MS, flush);
  }

  return {
    add(message, events) {
      const leftMs = message.expiresAt - clock.now();
      if (leftMs <= 0) {
        events.onFate('expired');
        return () => {};
      }
      const entry: Entry = { message, events, waits: false, overdue: false, stopExpiry: () => {} };
      entry.stopExpiry = clock.after(leftMs, () => {
        entry.overdue = true;
        if (entry.waits) end(entry, 'expired');
      });
      entries.add(entry);
      // Nothing overtakes what was asked before it.
      if (open && waiting === 0) publish(entry, open);
      else wait(entry);
      return () => remove(entry);
    },
    connected(transport, { renewed }) {
      open = transport;
      if (renewed) flush();
      else if (waiting > 0) flushLater();
    },
    disconnected() {
      open = undefined;
      stopFlush?.();
      stopFlush = undefined;
    },
    size: () => entries.size,
    clear() {
      for (const entry of [...entries]) remove(entry);
      stopFlush?.();
      stopFlush = undefined;
    },
  };
}
