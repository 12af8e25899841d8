/** What a person has begun to write on the feedback page: kept in this tab over a reload, for that person alone. */
import * as v from 'valibot';
import { createTabStore } from '../../session/tab-store.ts';

const draftSchema = v.object({
  message: v.string(),
  contact: v.string(),
  withDiagnostics: v.boolean(),
  /** The page that it was begun on. */
  from: v.optional(v.string()),
});
export type FeedbackDraft = v.InferOutput<typeof draftSchema>;

/** The owner of a draft names the person and the session. */
export const feedbackDrafts = createTabStore('lectern.feedbackDraft.', draftSchema);
