/** The stored collects of the signed-in user. A small module, because it is loaded after every start. */
import { systemClock } from '#protocol/clock.ts';
import { createSessionLocks } from '#session/session-locks.ts';
import { session } from '#session/session-state.ts';
import { createKeptCollects } from './kept-collects.ts';

export const keptCollects = createKeptCollects({
  owner() {
    const { state } = session;
    return state.name === 'signed-in' ? `${state.key} ${state.auth.userId}` : '';
  },
  locks: createSessionLocks(() => navigator.locks as LockManager | undefined, systemClock),
  newId: () => crypto.randomUUID(),
});

/** Deletes the entries of all users and their partial files from this computer. */
export async function forgetCollects(): Promise<void> {
  const keys = await keptCollects.forget();
  if (keys.length === 0) return;
  const { fileChunks } = await import('../chunks/chunks-worker.ts');
  await Promise.allSettled(keys.map(fileChunks.discard));
}
