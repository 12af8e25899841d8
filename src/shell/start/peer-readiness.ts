/** Fetches what peer connections require in a quiet moment, so that live screens start faster. */
import { stunCredentials } from '#rest/stun-credentials.ts';
import { session } from '#session/session-state.ts';

const MAX_WAIT_MS = 10_000;

/** Caches the site's STUN credentials for 7 days, in the console realm. Failures are reported on use. */
export function keepStunCredentials(signal: AbortSignal): void {
  const { state } = session;
  if (state.name !== 'signed-in' || state.auth.realm !== 'console') return;
  const waiting = requestIdleCallback(
    () => {
      stunCredentials().catch((error: unknown) => console.info('STUN credentials', error));
    },
    { timeout: MAX_WAIT_MS },
  );
  signal.addEventListener('abort', () => cancelIdleCallback(waiting), { once: true });
}
