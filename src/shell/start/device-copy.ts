/** Opens the console from this device's copy of what was read before, and keeps the copy for as long as one is signed in. */
import type { QueryClient } from '@tanstack/react-query';
import { createQueryCopy } from '../../rest/query-copy.ts';
import { session } from '../../session/session-state.ts';
import { onSignOut } from '../../session/sign-out.ts';

/** A slow disk must not hold up the first screen: whatever comes later is not needed any more. */
const RESTORE_LIMIT_MS = 300;

/** Resolves when the copy is in the client, or after a short while without. Follows until `signal` aborts. */
export async function openDeviceCopy(client: QueryClient, signal: AbortSignal): Promise<void> {
  const { state } = session;
  if (state.name !== 'signed-in') return;
  const copy = createQueryCopy({ owner: `${state.key} ${state.auth.userId}` });
  const ended = new AbortController();
  // The end of the session drops the copy (forget-session.ts): nothing more may be written into it.
  const undo = onSignOut(() => ended.abort());
  signal.addEventListener('abort', undo, { once: true });
  copy.follow(client, AbortSignal.any([signal, ended.signal]));
  const restored = copy.restore(client).catch((error: unknown) => console.warn('device copy', error));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, RESTORE_LIMIT_MS);
  });
  await Promise.race([restored, limit]);
  clearTimeout(timer);
}
