/**
 * Queue for messages that must reach the broker despite reconnects: sent immediately while connected,
 * otherwise 1 s after the next connect, and retried until acknowledged or expired, in the order of requests.
 */
import type { Clock, EpochMs } from '#protocol/clock.ts';
import type { PublishOptions, Transport } from './mqtt-transport.ts';

/** Delay after connecting. */
const FLUSH_DELAY_MS = 1_000;

export type QueuedMessage = {
  topic: string;
  payload: string;
  options?: Omit<PublishOptions, 'qos' | 'expirySeconds'>;
  /** The time left when sending becomes the message's expiry. */
  expiresAt: EpochMs;
};

/** `sent`: the broker accepted it. `refused`: it finally refused it. `expired`: it never received it. */
export type Fate = 'sent' | 'refused' | 'expired';

export type QueueEvents = {
  /** Called before every attempt. */
  onSending?(): void;
  /** Called when the message cannot be sent now. */
  onWaiting?(): void;
  /** Called once, unless cancelled. */
  onFate(fate: Fate): void;
};

export type MessageQueue = {
  /** Returns the cancel; a message that the broker has not received is then not sent. */
  add(message: QueuedMessage, events: QueueEvents): () => void;
  /** `renewed`: only the token is new, without a visible gap. */
  connected(transport: Pick<Transport, 'publish'>, how: { renewed: boolean }): void;
  disconnected(): void;
  /** Number of messages without a fate, for a leak test. */
  size(): number;
  clear(): void;
};

type Entry = {
  message: QueuedMessage;
  events: QueueEvents;
  /** True while waiting for a connection; otherwise the message is in transit. */
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
        // The connection is lost or being renewed. If it is still open, retry in a second.
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
    stopFlush ??= clock.after(FLUSH_DELAY_MS, flush);
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
      // A new message never overtakes waiting ones.
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
