/**
 * The chat messages of this tab that the platform has not published to the room yet. All attempts use the
 * same id, so that a delivered message is stored once. The entries survive a reload.
 */
import * as v from 'valibot';
import { createObservable, type Observable } from '#protocol/observable.ts';

const entrySchema = v.object({
  id: v.string(),
  message: v.string(),
  /** Measured by this computer's clock. */
  writtenAt: v.number(),
  /** `failed`: the platform has rejected it. */
  sending: v.picklist(['waits', 'failed']),
});
export const outboxSchema = v.array(entrySchema);
export type UnsaidMessage = v.InferOutput<typeof entrySchema>;

export type OutboxDeps = {
  say(message: string, id: string): Promise<boolean>;
  newId(): string;
  now(): number;
  storage: { read(): UnsaidMessage[] | undefined; keep(entries: UnsaidMessage[]): void };
};

export type Outbox = {
  entries: Observable<readonly UnsaidMessage[]>;
  write(message: string): void;
  /** Removes the entries of messages that were published to the room. */
  said(ids: Iterable<string>): void;
  again(id: string): void;
  discard(id: string): void;
  /** Ends the outbox when its room no longer exists. Returns the unsent messages and removes them. */
  close(): readonly UnsaidMessage[];
  /** Sends all waiting messages once there is a connection. */
  setConnected(isConnected: boolean): void;
};

/** The platform publishes an accepted message to the room within moments. */
const REPLY_TIMEOUT_MS = 15_000;

export function createOutbox({ say, newId, now, storage }: OutboxDeps): Outbox {
  const entries = createObservable<readonly UnsaidMessage[]>(storage.read() ?? []);
  /** Sent messages by id, with the timer of the platform's confirmation. */
  const sent = new Map<string, ReturnType<typeof setTimeout> | undefined>();
  let isConnected = false;

  const set = (next: readonly UnsaidMessage[]) => {
    entries.set(next);
    storage.keep([...next]);
  };
  const mark = (id: string, sending: UnsaidMessage['sending']) =>
    set(entries.get().map((entry) => (entry.id === id ? { ...entry, sending } : entry)));
  const has = (id: string) => entries.get().some((entry) => entry.id === id);

  function forget(id: string): void {
    clearTimeout(sent.get(id));
    sent.delete(id);
  }

  async function send({ id, message }: UnsaidMessage): Promise<void> {
    if (sent.has(id)) return;
    sent.set(id, undefined);
    const isSent = await say(message, id);
    if (!has(id)) return;
    if (!isSent) {
      forget(id);
      if (isConnected) mark(id, 'failed');
      return;
    }
    const giveUp = () => {
      forget(id);
      if (isConnected) mark(id, 'failed');
    };
    sent.set(id, setTimeout(giveUp, REPLY_TIMEOUT_MS));
  }

  const sendWaiting = () => {
    for (const entry of entries.get()) if (entry.sending === 'waits') void send(entry);
  };

  return {
    entries,
    write(message) {
      const entry: UnsaidMessage = { id: newId(), message, writtenAt: now(), sending: 'waits' };
      set([...entries.get(), entry]);
      void send(entry);
    },
    said(ids) {
      const all = new Set(ids);
      if (!entries.get().some(({ id }) => all.has(id))) return;
      for (const id of all) forget(id);
      set(entries.get().filter(({ id }) => !all.has(id)));
    },
    again(id) {
      mark(id, 'waits');
      forget(id);
      sendWaiting();
    },
    discard(id) {
      forget(id);
      set(entries.get().filter((entry) => entry.id !== id));
    },
    close() {
      const unsaid = entries.get();
      for (const { id } of unsaid) forget(id);
      set([]);
      return unsaid;
    },
    setConnected(next) {
      if (next === isConnected) return;
      isConnected = next;
      // The confirmation may have been lost with the connection.
      for (const [id, timer] of [...sent]) if (timer !== undefined) forget(id);
      if (next) sendWaiting();
    },
  };
}
