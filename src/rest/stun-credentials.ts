import * as v from 'valibot';
import { TIMING } from '#domain/timing.ts';
import { type StunCredentials, stunCredentialsSchema } from '#protocol/rest/stun-credentials.ts';
import { storedValue } from '#protocol/storage/stored-value.ts';
import { STUN_CACHE } from '#protocol/threads/service-worker.ts';
import { platformNow } from '#session/platform-time.ts';
import { session } from '#session/session-state.ts';
import { STUN_CREDENTIALS_KEY } from '#session/session-vault.ts';
import { getDocument } from './http.ts';

/** `person`: the user for whom they were issued. */
const storedSchema = v.object({
  person: v.string(),
  fetchedAtMs: v.number(),
  credentials: stunCredentialsSchema,
});

/** Younger credentials are not renewed; new ones would not help to reach a device that is gone. */
const MIN_AGE_MS = 10 * 60_000;

/** Stored in local storage for 7 days of this computer's clock, or until they expire on the platform's. */
export function createStunCredentials(deps: {
  storage: () => Storage;
  nowMs: () => number;
  /** The time on the platform's clock, which the credentials' expiry uses. */
  platformNowMs: () => number;
  read: () => Promise<StunCredentials>;
  /** The signed-in user; undefined after sign-out. */
  person: () => string | undefined;
  /** Deletes the service worker's cached answer, so that the next one comes from the platform. */
  dropCached: () => Promise<unknown>;
}) {
  const stored = storedValue(deps.storage, STUN_CREDENTIALS_KEY, storedSchema);
  let renewal: Promise<void> | undefined;

  function readValid(): v.InferOutput<typeof storedSchema> | undefined {
    const found = stored.get();
    if (found === undefined || found.person !== deps.person()) return undefined;
    const ageMs = deps.nowMs() - found.fetchedAtMs;
    const isValid = ageMs >= 0 && ageMs < TIMING.stunCredentialsTtlMs;
    return isValid && (found.credentials.expiresAt ?? Infinity) > deps.platformNowMs() ? found : undefined;
  }

  async function fetchAnew(): Promise<StunCredentials> {
    const person = deps.person();
    const credentials = await deps.read();
    // After a sign-out meanwhile, nothing is stored.
    if (person === undefined || person !== deps.person()) return credentials;
    // The credentials are valid even if the storage has no room for them.
    stored.set({ person, fetchedAtMs: deps.nowMs(), credentials });
    return credentials;
  }

  async function fetchPastCaches(): Promise<void> {
    try {
      await deps.dropCached();
      await fetchAnew();
    } catch (error) {
      console.info('STUN credentials are not renewed', error);
    }
  }

  return {
    /** Throws like `getDocument`. */
    get: async (): Promise<StunCredentials> => readValid()?.credentials ?? fetchAnew(),
    /** Called when no connection succeeded, because a relay may have been configured since. Never rejects. */
    async renew(): Promise<void> {
      const found = readValid();
      if (found === undefined || deps.nowMs() - found.fetchedAtMs < MIN_AGE_MS) return;
      renewal ??= fetchPastCaches().finally(() => {
        renewal = undefined;
      });
      await renewal;
    },
  };
}

const siteCredentials = createStunCredentials({
  storage: () => localStorage,
  nowMs: Date.now,
  platformNowMs: platformNow,
  person: () => (session.state.name === 'signed-in' ? session.state.auth.userId : undefined),
  read: () => getDocument('/stun/creds', stunCredentialsSchema),
  // Insecure pages have no service worker and no caches.
  dropCached: async () => 'caches' in globalThis && caches.delete(STUN_CACHE),
});

/** The ICE servers of the site, with credentials, for peer connections. */
export const stunCredentials = siteCredentials.get;
export const renewStunCredentials = siteCredentials.renew;
