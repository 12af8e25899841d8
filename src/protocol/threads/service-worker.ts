/**
 * What a page says to the service worker (`postMessage` to the registration's worker).
 * SKIP_WAITING: the person accepted the offered version.
 */
import * as v from 'valibot';

export const serviceWorkerMessageSchema = v.object({ type: v.literal('SKIP_WAITING') });
/** Where the service worker keeps the STUN credentials. A page that wants newer ones, and a sign-out, delete this cache. */
export const STUN_CACHE = 'lectern-stun';

export type ServiceWorkerMessage = v.InferOutput<typeof serviceWorkerMessageSchema>;
