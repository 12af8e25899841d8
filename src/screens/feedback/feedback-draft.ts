/** Draft of the feedback page, stored in this tab. It survives a reload, and only the same user sees it. */
import * as v from 'valibot';
import { createTabStore } from '#session/tab-store.ts';

const draftSchema = v.object({
  message: v.string(),
  contact: v.string(),
  withDiagnostics: v.boolean(),
  /** The page from which it was started. */
  from: v.optional(v.string()),
});
export type FeedbackDraft = v.InferOutput<typeof draftSchema>;

/** The owner of a draft identifies the person and the session. */
export const feedbackDrafts = createTabStore('lectern.feedbackDraft.', draftSchema);
