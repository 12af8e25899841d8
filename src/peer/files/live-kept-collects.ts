/** The collects that this browser keeps for the person who is signed in. Small: it is looked at after every start. */
import { systemClock } from '#protocol/clock.ts';
import { createSessionLocks } from '../../session/session-locks.ts';
import { session } from '../../session/session-state.ts';
import { createKeptCollects } from './kept-collects.ts';

export const keptCollects = createKeptCollects({
  owner() {
    const { state } = session;
    return state.name === 'signed-in' ? `${state.key} ${state.auth.userId}` : '';
  },
  locks: createSessionLocks(() => navigator.locks as LockManager | undefined, systemClock),
  newId: () => crypto.randomUUID(),
});

/** Nothing of anybody stays on this computer: the notes, and the parts of files that they are about. */
export async function forgetCollects(): Promise<void> {
  const keys = await keptCollects.forget();
  if (keys.length === 0) return;
  const { fileChunks } = await import('../chunks/chunks-worker.ts');
  await Promise.allSettled(keys.map(fileChunks.discard));
}
