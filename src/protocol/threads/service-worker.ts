/**
 * Messages of a page to the service worker (`postMessage` to the registration's worker). SKIP_WAITING: the
 * person accepted the offered version.
 */
import * as v from 'valibot';

export const serviceWorkerMessageSchema = v.object({ type: v.literal('SKIP_WAITING') });
/** Cache of the STUN credentials. A page that needs newer ones, and a sign-out, delete it. */
export const STUN_CACHE = 'lectern-stun';

export type ServiceWorkerMessage = v.InferOutput<typeof serviceWorkerMessageSchema>;
