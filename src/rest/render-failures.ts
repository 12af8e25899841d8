import { type RenderFailureBody, renderFailureReceiptSchema } from '#protocol/rest/render-failure.ts';
import { postAndRead } from './http.ts';

/** Throws AppError. */
export async function sendRenderFailure(report: RenderFailureBody): Promise<void> {
  await postAndRead('/render-failures', report, renderFailureReceiptSchema);
}
