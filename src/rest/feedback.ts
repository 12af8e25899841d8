import { type RenderFailureBody, renderFailureReceiptSchema } from '#protocol/render-failure.ts';
import { type FeedbackBody, feedbackReceiptSchema } from '#protocol/rest/feedback.ts';
import { postAndRead } from './http.ts';

/** Sends a report. Throws AppError; the caller chooses the message. */
export async function sendFeedback(report: FeedbackBody): Promise<void> {
  await postAndRead('/feedback', report, feedbackReceiptSchema);
}

/** Reports a part of a page that failed to render. Throws AppError. */
export async function sendRenderFailure(report: RenderFailureBody): Promise<void> {
  await postAndRead('/render-failures', report, renderFailureReceiptSchema);
}
