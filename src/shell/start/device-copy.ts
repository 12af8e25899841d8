/** Opens the console from this device's copy of earlier fetches, and updates the copy until sign-out. */
import type { QueryClient } from '@tanstack/react-query';
import { settledWithin, systemClock } from '#protocol/clock.ts';
import { type AuthState, sessionKey } from '#session/auth-state.ts';
import { consoleVault } from '#session/console-session.ts';
import { session } from '#session/session-state.ts';
import { onSignOut } from '#session/sign-out.ts';
import { whenResting } from './when-resting.ts';

/** A slow disk must not delay the first screen: a copy that loads later is not needed any more. */
const TIMEOUT_MS = 300;
const CLEANUP_INTERVAL_MS = 3_600_000;

const ownerOf = (auth: AuthState) => `${sessionKey(auth)} ${auth.userId}`;

/** Other roles may see other data, so a copy belongs to its roles. */
const rights = () => (session.state.name === 'signed-in' ? [...session.state.auth.roles].sort().join() : '');

const owners = () =>
  consoleVault.keys().flatMap((key) => {
    const auth = consoleVault.read(key);
    return auth === undefined ? [] : [ownerOf(auth)];
  });

/** Resolves with the copy in the client, or after a timeout. Follows the client until `signal` aborts. */
export async function openDeviceCopy(client: QueryClient, signal: AbortSignal): Promise<void> {
  const { state } = session;
  if (state.name !== 'signed-in') return;
  const owner = ownerOf(state.auth);
  const ended = new AbortController();
  // The end of the session deletes the copy (forget-session.ts), so nothing more may be written to it.
  const undo = onSignOut(() => ended.abort());
  signal.addEventListener('abort', undo, { once: true });
  const life = AbortSignal.any([signal, ended.signal]);

  async function open(): Promise<void> {
    const { createQueryCopy } = await import('#rest/last-seen/query-copy.ts');
    if (life.aborted) return;
    const copy = createQueryCopy({ owner, rights });
    copy.follow(client, life);
    const warn = (error: unknown) => console.warn('device copy', error);
    const tidy = () => whenResting(() => void copy.tidy(owners()).catch(warn), life);
    tidy();
    // A page may stay open for weeks.
    const timer = setInterval(tidy, CLEANUP_INTERVAL_MS);
    life.addEventListener('abort', () => clearInterval(timer), { once: true });
    await copy.restore(client);
  }

  const restored = open().catch((error: unknown) => console.warn('device copy', error));
  await settledWithin(systemClock, TIMEOUT_MS, [restored]);
}
