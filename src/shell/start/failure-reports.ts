/** Reports render failures of this page to the platform: each failure once, and at most a few. */
import type { RenderFailureBody } from '#protocol/render-failure.ts';
import { sendRenderFailure } from '#rest/feedback.ts';
import { describeFailure, type RenderFailure } from '#ui/boundary/describe-failure.ts';

/** Per page: further reports would add nothing to the first ones. */
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
