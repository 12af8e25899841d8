/** What somebody has begun to write on the feedback page: kept in this tab over a reload, and only for them. */
import * as v from 'valibot';

const PREFIX = 'lectern.feedbackDraft.';

const draftSchema = v.object({
  message: v.string(),
  contact: v.string(),
  withDiagnostics: v.boolean(),
  /** The page that it was begun on. */
  from: v.optional(v.string()),
});
export type FeedbackDraft = v.InferOutput<typeof draftSchema>;

/** `owner` names the person and the session: nobody reads what another one began. */
export function readFeedbackDraft(owner: string): FeedbackDraft | undefined {
  try {
    return v.parse(draftSchema, JSON.parse(sessionStorage.getItem(PREFIX + owner) ?? 'null'));
  } catch {
    return undefined;
  }
}

export function keepFeedbackDraft(owner: string, draft: FeedbackDraft): void {
  try {
    sessionStorage.setItem(PREFIX + owner, JSON.stringify(draft));
  } catch {
    // A full or forbidden storage loses the draft with the tab, and nothing else.
  }
}

export function forgetFeedbackDraft(owner: string): void {
  sessionStorage.removeItem(PREFIX + owner);
}

/** Those of everybody who was signed in in this tab. */
export function forgetFeedbackDrafts(): void {
  const keys = Array.from({ length: sessionStorage.length }, (_, index) => sessionStorage.key(index));
  for (const key of keys) if (key?.startsWith(PREFIX)) sessionStorage.removeItem(key);
}
