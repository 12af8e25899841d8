/** The page's data in session storage: it survives a reload of the tab and is removed with the window. */
import * as v from 'valibot';
import { MAX_MESSAGE_LENGTH } from '#protocol/room.ts';
import type { OpenRoom } from '../core/device-state.ts';
import type { PollDraft } from '../student-ui/student-state.ts';
import { createSlots } from './storage-slots.ts';

const text = v.string();
const noticeSchema = v.variant('name', [
  v.object({ id: text, name: v.literal('notification'), title: text, message: text }),
  v.object({ id: text, name: v.literal('page'), url: v.pipe(text, v.regex(/^https?:\/\//i)) }),
]);

const noticesSchema = v.object({
  /** Oldest first. */
  shown: v.array(noticeSchema),
  /** The newest ids that were shown or dismissed, so that none is shown twice. */
  known: v.array(text),
});
export type KeptNotices = v.InferOutput<typeof noticesSchema>;

const draftSchema = v.object({
  /** The poll's id. */
  pollId: v.string(),
  letters: v.array(v.string()),
  words: v.string(),
});

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128));
/** An open chat room. Its history is read from the platform again; unsent messages are stored only here. */
const roomSchema = v.object({
  roomId: id,
  name: v.optional(text),
  unsent: v.optional(
    v.array(
      v.object({
        id,
        message: v.pipe(text, v.minLength(1), v.maxLength(MAX_MESSAGE_LENGTH)),
        sending: v.picklist(['waits', 'failed']),
      }),
    ),
  ),
});
type KeptRoom = v.InferOutput<typeof roomSchema>;

export type TabMemory = ReturnType<typeof createTabMemory>;

export function createTabMemory({ storage }: { storage: Storage }) {
  const slot = createSlots(storage);
  const isHere = slot('is-here', v.literal(true));
  const notices = slot<KeptNotices>('notices', noticesSchema);
  /** The student's draft answer to a poll. */
  const draft = slot<PollDraft>('draft', draftSchema);
  const rooms = slot<KeptRoom[]>('rooms', v.array(roomSchema));
  let heldRooms: readonly OpenRoom[] = [];
  return {
    /** Set while a student takes part in this tab. */
    isHere,
    notices,
    draft,
    openRooms: (): OpenRoom[] => (rooms.get() ?? []).map((room) => ({ ...room, messages: [] }) as OpenRoom),
    /** Stores the open rooms if they have changed. Called with every change of the device. */
    holdRooms(open: readonly OpenRoom[]): void {
      if (open === heldRooms) return;
      heldRooms = open;
      const storedRooms = open.map(({ roomId, name, unsent }) => ({ roomId, name, unsent }) as KeptRoom);
      rooms.set(storedRooms.length > 0 ? storedRooms : undefined);
    },
    forgetRooms: (): void => rooms.set(undefined),
    /** Removes all data of the tab, because another student may use it next. */
    forget(): void {
      for (const slot of [isHere, notices, draft, rooms]) slot.set(undefined);
    },
  };
}
