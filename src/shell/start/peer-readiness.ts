/** What peer connections will need is fetched in a quiet moment: a live screen must not wait for it. */
import { stunCredentials } from '../../rest/stun-credentials.ts';
import { session } from '../../session/session-state.ts';

const QUIET_WITHIN_MS = 10_000;

/**
 * Keeps the site's STUN credentials for 7 days, in the console realm only. A failure shows when the credentials are
 * needed.
 */
export function keepStunCredentials(signal: AbortSignal): void {
  const { state } = session;
  if (state.name !== 'signed-in' || state.auth.realm !== 'console') return;
  const waiting = requestIdleCallback(
    () => {
      stunCredentials().catch((error: unknown) => console.info('STUN credentials', error));
    },
    { timeout: QUIET_WITHIN_MS },
  );
  signal.addEventListener('abort', () => cancelIdleCallback(waiting), { once: true });
}
