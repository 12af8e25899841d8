import * as v from 'valibot';
import { VISIBLE_TEXT } from '#domain/visible-text.ts';

export const MAX_FEEDBACK_MESSAGE = 5_000;
export const MAX_FEEDBACK_CONTACT = 255;

const line = v.pipe(v.string(), v.maxLength(500));

/**
 * What a report may say about the page it came from: ready to read, because a person sees exactly
 * this before it leaves. Strict: nothing that was not shown goes along.
 */
export const feedbackDiagnosticsSchema = v.strictObject({
  appVersion: line,
  browser: line,
  realm: line,
  site: line,
  /** The route with the names of its parameters in place of their values: `/group/$groupId`. */
  page: line,
  connection: line,
  /** Messages of devices that were dropped at the door, calls and messages of transfers that were refused, by reason. */
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
  /** How to reach the author. */
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

/** The answer: under which id the report is kept. */
export const feedbackReceiptSchema = v.object({ id: v.string() });
