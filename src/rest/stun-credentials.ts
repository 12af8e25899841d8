import * as v from 'valibot';
import { TIMING } from '#domain/timing.ts';
import { type StunCredentials, stunCredentialsSchema } from '#protocol/rest/stun-credentials.ts';
import { STUN_CACHE } from '#protocol/threads/service-worker.ts';
import { platformNow } from '../session/platform-time.ts';
import { session } from '../session/session-state.ts';
import { STUN_CREDENTIALS_KEY } from '../session/session-vault.ts';
import { getDocument } from './http.ts';

/** `person`: for whom they were made. */
const storedSchema = v.object({
  person: v.string(),
  fetchedAtMs: v.number(),
  credentials: stunCredentialsSchema,
});

/** Newer ones are as good as those that would come: a device that is gone is not reached by any server. */
const RENEW_AFTER_MS = 10 * 60_000;

/** Kept in local storage for 7 days of this computer's clock, or until the platform's says that they expire. */
export function createStunCredentials(deps: {
  storage: () => Storage;
  nowMs: () => number;
  /** The time on the platform's clock, in which the credentials expire. */
  platformNowMs: () => number;
  read: () => Promise<StunCredentials>;
  /** Whose session this is; undefined: nobody is signed in any more. */
  person: () => string | undefined;
  /** The service worker keeps the answer as well: the next one comes from the platform. */
  dropCached: () => Promise<unknown>;
}) {
  let renewal: Promise<void> | undefined;

  function stored(): v.InferOutput<typeof storedSchema> | undefined {
    try {
      const text = deps.storage().getItem(STUN_CREDENTIALS_KEY) ?? 'null';
      const found = v.parse(storedSchema, JSON.parse(text));
      const { person, fetchedAtMs, credentials } = found;
      if (person !== deps.person()) return undefined;
      const ageMs = deps.nowMs() - fetchedAtMs;
      const good = ageMs >= 0 && ageMs < TIMING.stunCredentialsTtlMs;
      return good && (credentials.expiresAt ?? Infinity) > deps.platformNowMs() ? found : undefined;
    } catch {
      return undefined;
    }
  }

  async function fetchAnew(): Promise<StunCredentials> {
    const person = deps.person();
    const credentials = await deps.read();
    // Whoever has signed out meanwhile leaves nothing behind.
    if (person === undefined || person !== deps.person()) return credentials;
    try {
      const kept = JSON.stringify({ person, fetchedAtMs: deps.nowMs(), credentials });
      deps.storage().setItem(STUN_CREDENTIALS_KEY, kept);
    } catch (error) {
      // A full storage: they are good all the same.
      console.info('STUN credentials are not kept', error);
    }
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
    get: async (): Promise<StunCredentials> => stored()?.credentials ?? fetchAnew(),
    /** No connection could be made: a relay may have been configured since these were fetched. Never rejects. */
    async renew(): Promise<void> {
      const kept = stored();
      if (kept === undefined || deps.nowMs() - kept.fetchedAtMs < RENEW_AFTER_MS) return;
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
  // Where pages are not secure there are no service workers, and no caches either.
  dropCached: async () => 'caches' in globalThis && caches.delete(STUN_CACHE),
});

/** The ICE servers of the site, with credentials, for peer connections. */
export const stunCredentials = siteCredentials.get;
export const renewStunCredentials = siteCredentials.renew;
