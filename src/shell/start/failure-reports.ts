/** Reports to the platform what this page could not render: each failure once, and few of them, however often it fails. */
import type { RenderFailureBody } from '#protocol/render-failure.ts';
import { sendRenderFailure } from '../../rest/feedback.ts';
import { describeFailure, type RenderFailure } from '../../ui/boundary/describe-failure.ts';

/** In the life of a page: what fails so often has been understood from the first ones. */
export const MAX_REPORTS = 10;

export function createFailureReports(send: (report: RenderFailureBody) => Promise<void>) {
  const sent = new Set<string>();
  return (failure: RenderFailure): void => {
    const report = describeFailure(failure);
    const text = JSON.stringify(report);
    if (sent.has(text) || sent.size >= MAX_REPORTS) return;
    sent.add(text);
    send(report).catch((error: unknown) => console.warn('failure not reported', error));
  };
}

export const reportFailure = createFailureReports(sendRenderFailure);
