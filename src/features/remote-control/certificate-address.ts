/** The download address of the student machines' certificate, if the platform has one. */
import { globalFetch } from '#protocol/json-request.ts';
import { tenant } from '#session/tenant.ts';

/** Undefined if there is no certificate or this is unknown, because a link must not lead to an error. */
export async function certificateAddress(): Promise<string | undefined> {
  const rest = tenant.address('REST_URL').replace(/\/$/, '');
  const address = `${rest}/v1/vnc/ca?tenant=${encodeURIComponent(tenant.key)}`;
  try {
    return (await globalFetch(address, { method: 'HEAD' })).ok ? address : undefined;
  } catch {
    return undefined;
  }
}
