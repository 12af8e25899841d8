import { type FeedbackBody, feedbackReceiptSchema } from '#protocol/rest/feedback.ts';
import { postAndRead } from './http.ts';

/** Hands in a report. Throws AppError: the caller decides what to say. */
export async function sendFeedback(report: FeedbackBody): Promise<void> {
  await postAndRead('/feedback', report, feedbackReceiptSchema);
}
