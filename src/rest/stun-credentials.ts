import * as v from 'valibot';
import { TIMING } from '#domain/timing.ts';
import { type StunCredentials, stunCredentialsSchema } from '#protocol/rest/stun-credentials.ts';
import { STUN_CREDENTIALS_KEY } from '../session/session-vault.ts';
import { getDocument } from './http.ts';

const storedSchema = v.object({ fetchedAtMs: v.number(), credentials: stunCredentialsSchema });

/** STORE-79: kept in local storage for 7 days, or until they themselves run out. Throws like `getDocument`. */
export function createStunCredentials(deps: {
  storage: () => Storage;
  nowMs: () => number;
  read: () => Promise<StunCredentials>;
}): () => Promise<StunCredentials> {
  function stored(): StunCredentials | undefined {
    try {
      const text = deps.storage().getItem(STUN_CREDENTIALS_KEY) ?? 'null';
      const { fetchedAtMs, credentials } = v.parse(storedSchema, JSON.parse(text));
      const ageMs = deps.nowMs() - fetchedAtMs;
      const good = ageMs >= 0 && ageMs < TIMING.stunCredentialsTtlMs;
      return good && (credentials.expiresAt ?? Infinity) > deps.nowMs() ? credentials : undefined;
    } catch {
      return undefined;
    }
  }

  return async () => {
    const kept = stored();
    if (kept) return kept;
    const credentials = await deps.read();
    try {
      const kept = JSON.stringify({ fetchedAtMs: deps.nowMs(), credentials });
      deps.storage().setItem(STUN_CREDENTIALS_KEY, kept);
    } catch (error) {
      // A full storage: they are good all the same.
      console.info('STUN credentials are not kept', error);
    }
    return credentials;
  };
}

/** The ICE servers of the site, with credentials, for peer connections. */
export const stunCredentials = createStunCredentials({
  storage: () => localStorage,
  nowMs: Date.now,
  read: () => getDocument('/stun/creds', stunCredentialsSchema),
});
