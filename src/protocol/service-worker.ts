/**
 * What a page says to the service worker (`postMessage` to the registration's worker).
 * SKIP_WAITING: the person accepted the offered version.
 * SIGNED_OUT drops what was kept for the session: the STUN credentials.
 */
import * as v from 'valibot';

export const serviceWorkerMessageSchema = v.variant('type', [
  v.object({ type: v.literal('SKIP_WAITING') }),
  v.object({ type: v.literal('SIGNED_OUT') }),
]);
/** Where the service worker keeps the STUN credentials; whoever wants newer ones deletes it. */
export const STUN_CACHE = 'lectern-stun';

export type ServiceWorkerMessage = v.InferOutput<typeof serviceWorkerMessageSchema>;
