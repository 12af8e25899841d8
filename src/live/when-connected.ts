/** Waits for the broker connection, or for the reason why there is none. */
import { AppError } from '#protocol/app-error.ts';
import type { ConnectionState } from '#protocol/threads/live-worker.ts';

export type ConnectionFacts = { get(): ConnectionState; subscribe(call: () => void): () => void };

/**
 * Resolves when the broker is connected. Rejects at the first failure after the call, with the AppError that says
 * which; a failure that was there already is not waited out, the next attempt is.
 */
export function whenConnected(connection: ConnectionFacts): Promise<void> {
  return new Promise((resolve, reject) => {
    function settle(state: ConnectionState, isNews: boolean): boolean {
      if (state.name === 'connected') resolve();
      else if (state.name === 'outdated')
        reject(new AppError('aborted', 'The live worker is of another version'));
      else if (state.name === 'reconnecting' && isNews) reject(new AppError(state.code, state.message));
      else return false;
      return true;
    }
    if (settle(connection.get(), false)) return;
    const stop = connection.subscribe(() => {
      if (settle(connection.get(), true)) stop();
    });
  });
}
