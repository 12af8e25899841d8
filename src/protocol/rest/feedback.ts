import * as v from 'valibot';
import { VISIBLE_TEXT } from '#domain/visible-text.ts';

export const MAX_FEEDBACK_MESSAGE = 5_000;
export const MAX_FEEDBACK_CONTACT = 255;

const line = v.pipe(v.string(), v.maxLength(500));

/**
 * Facts about the page that a report came from, as readable text, because a person sees exactly this before
 * it is sent. Strict, so that nothing else is sent along.
 */
export const feedbackDiagnosticsSchema = v.strictObject({
  appVersion: line,
  browser: line,
  realm: line,
  site: line,
  /** The route with the names of its parameters instead of their values: `/group/$groupId`. */
  page: line,
  connection: line,
  /** Dropped messages of devices, refused calls, and refused messages of transfers, by reason. */
  dropped: line,
});
export type FeedbackDiagnostics = v.InferOutput<typeof feedbackDiagnosticsSchema>;

/** `POST /feedback` */
export const feedbackBodySchema = v.object({
  message: v.pipe(
    v.string(),
    v.trim(),
    v.regex(VISIBLE_TEXT, 'Say what happened'),
    v.maxLength(MAX_FEEDBACK_MESSAGE, `At most ${MAX_FEEDBACK_MESSAGE} characters`),
  ),
  /** How to contact the author. */
  contact: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.maxLength(MAX_FEEDBACK_CONTACT, `At most ${MAX_FEEDBACK_CONTACT} characters`),
    ),
  ),
  diagnostics: v.optional(feedbackDiagnosticsSchema),
});
export type FeedbackBody = v.InferOutput<typeof feedbackBodySchema>;

/** The answer: the id under which the report is stored. */
export const feedbackReceiptSchema = v.object({ id: v.string() });
