/** Removes what was uploaded and is shown by no group, every hour. */
import type { GroupMedia } from './group-media.ts';

const EVERY_MS = 60 * 60 * 1_000;

/** Sweeps at once and then every hour. What it answers ends it, and resolves when what was begun is done. */
export function startMediaHousekeeping(deps: {
  media: Pick<GroupMedia, 'sweep'>;
  failed(error: unknown): void;
}): () => Promise<void> {
  let sweeping = Promise.resolve();
  const sweep = () => {
    sweeping = deps.media.sweep().catch(deps.failed);
  };
  sweep();
  const timer = setInterval(sweep, EVERY_MS).unref();
  return async () => {
    clearInterval(timer);
    await sweeping;
  };
}
