/** What a student page keeps in session storage: a reload of the tab leaves it, and the end of the window removes it. */
import * as v from 'valibot';
import { createSlots } from './storage-slots.ts';

const text = v.string();
const noticeSchema = v.variant('name', [
  v.object({ id: text, name: v.literal('notification'), title: text, message: text }),
  v.object({ id: text, name: v.literal('page'), url: v.pipe(text, v.regex(/^https?:\/\//i)) }),
]);
/** What a tutor puts before the student for a while: a notification, or a page to open. */
export type Notice = v.InferOutput<typeof noticeSchema>;

const noticesSchema = v.object({
  /** Oldest first. */
  shown: v.array(noticeSchema),
  /** Ids of the newest that were shown, also of those that were put away: none comes twice. */
  known: v.array(text),
});
export type KeptNotices = v.InferOutput<typeof noticesSchema>;

const draftSchema = v.object({
  /** Of the poll. */
  pollId: v.string(),
  letters: v.array(v.string()),
  words: v.string(),
});
export type KeptDraft = v.InferOutput<typeof draftSchema>;

export type TabMemory = ReturnType<typeof createTabMemory>;

export function createTabMemory({ storage }: { storage: Storage }) {
  const slot = createSlots(storage);
  const isHere = slot('is-here', v.literal(true));
  const notices = slot<KeptNotices>('notices', noticesSchema);
  /** What the student has begun to answer to a poll. */
  const draft = slot<KeptDraft>('draft', draftSchema);
  return {
    /** Set while a student takes part in this tab. */
    isHere,
    notices,
    draft,
    /** Forgets all of it, because another student may use this tab next. */
    forget(): void {
      for (const kept of [isHere, notices, draft]) kept.set(undefined);
    },
  };
}
