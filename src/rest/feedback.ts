import { type RenderFailureBody, renderFailureReceiptSchema } from '#protocol/render-failure.ts';
import { type FeedbackBody, feedbackReceiptSchema } from '#protocol/rest/feedback.ts';
import { postAndRead } from './http.ts';

/** Hands in a report. Throws AppError: the caller decides what to say. */
export async function sendFeedback(report: FeedbackBody): Promise<void> {
  await postAndRead('/feedback', report, feedbackReceiptSchema);
}

/** Reports a part of a page that could not be shown. Throws AppError. */
export async function sendRenderFailure(report: RenderFailureBody): Promise<void> {
  await postAndRead('/render-failures', report, renderFailureReceiptSchema);
}
