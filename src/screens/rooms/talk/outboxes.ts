/** What waits to be said, by room: it goes out also while another room or another screen is shown. */
import { liveConnection } from '../../../live/live-connection.ts';
import { createTabStore } from '../../../session/tab-store.ts';
import { createOutbox, type Outbox, outboxSchema } from './outbox.ts';

const kept = createTabStore('lectern.unsaid.', outboxSchema);
const outboxes = new Map<string, Outbox>();

/** They live as long as the page: each holds only what is not said yet. */
export function outboxOf(tutorId: string, roomId: string): Outbox {
  const key = `${tutorId}.${roomId}`;
  const known = outboxes.get(key);
  if (known !== undefined) return known;
  const outbox = createOutbox({
    say: (message, id) => liveConnection.rooms.say(roomId, message, id),
    newId: () => crypto.randomUUID(),
    now: Date.now,
    kept: {
      read: () => kept.read(key),
      keep: (entries) => (entries.length === 0 ? kept.drop(key) : kept.keep(entries, key)),
    },
  });
  outboxes.set(key, outbox);
  liveConnection.rooms.onSaid((change) => {
    if (change.roomId === roomId)
      outbox.said(change.entries.flatMap((entry) => ('message' in entry ? [entry.id] : [])));
  });
  const follow = () => outbox.setConnected(liveConnection.connection.get().name === 'connected');
  liveConnection.connection.subscribe(follow);
  follow();
  return outbox;
}
