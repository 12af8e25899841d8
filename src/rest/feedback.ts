import { type FeedbackBody, feedbackReceiptSchema } from '#protocol/rest/feedback.ts';
import { postDocument } from './http.ts';

/** Hands in a report. Throws AppError: whoever asked decides what to say. */
export async function sendFeedback(report: FeedbackBody): Promise<void> {
  await postDocument('/feedback', report, feedbackReceiptSchema);
}
