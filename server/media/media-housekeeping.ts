/** Every hour, removes uploads and pictures that no group shows. */
import type { GroupMedia } from './group-media.ts';

const CLEANUP_INTERVAL_MS = 60 * 60 * 1_000;

/** Sweeps at once and every hour. Returns the stop function, which resolves when a running sweep is done. */
export function startMediaHousekeeping(deps: {
  media: Pick<GroupMedia, 'sweep'>;
  failed(error: unknown): void;
}): () => Promise<void> {
  let sweeping = Promise.resolve();
  const sweep = () => {
    sweeping = deps.media.sweep().catch(deps.failed);
  };
  sweep();
  const timer = setInterval(sweep, CLEANUP_INTERVAL_MS).unref();
  return async () => {
    clearInterval(timer);
    await sweeping;
  };
}
