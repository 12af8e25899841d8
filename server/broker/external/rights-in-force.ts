/**
 * Brings the rights of all clients to the broker: writes its files when something has changed, has them read, and waits until
 * the broker goes by them. It knows that by a topic of a single level, which only the newest files let the platform publish on.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { DialledDoor } from './dialled-door.ts';
import type { MosquittoFiles, MosquittoUser } from './mosquitto-files.ts';

export type RightsInForceDeps = {
  files: Pick<MosquittoFiles, 'write' | 'reload'>;
  door: Pick<DialledDoor, 'mayPublish'>;
  platform: { name: string; password: string };
  /** The clients as they are now. */
  users(): Promise<readonly MosquittoUser[]>;
  failed(error: unknown): void;
  /** The files are written, and there is no broker that can be told. One that starts reads them. */
  untold(): void;
};

export type RightsInForce = {
  /** Resolves when the broker goes by what is true at the time of the call, or cannot be asked. */
  changed(): Promise<void>;
  stop(): void;
};

/** Several changes come together. */
const COLLECT_MS = 50;
/** While the broker reads, it does nothing else: it is left alone ten times as long, but a right that was lost ends in 5 s. */
const REST = 10;
const MAX_REST_MS = 2_000;
const ASK_AGAIN_MS = 10;
const RETRY_MS = 2_000;
/** A broker that has not read its files by then is told once more. */
const IN_FORCE_WITHIN_MS = 10_000;
const NOT_READ = 'Mosquitto has not read who may do what for ten seconds';

export function createRightsInForce(deps: RightsInForceDeps): RightsInForce {
  const { files, door, platform, failed } = deps;
  const stopping = new AbortController();
  const { signal } = stopping;
  let edition = 0;
  let next: Promise<void> | undefined;
  let last: Promise<void> = Promise.resolve();
  let restMs = COLLECT_MS;

  const pause = (ms: number) => wait(ms, undefined, { signal, ref: false });

  async function bring(): Promise<number> {
    edition += 1;
    const ownTopic = `edition-${edition}`;
    const self: MosquittoUser = {
      ...platform,
      // Every tenant, and nothing of the broker's own (`$SYS`, `$CONTROL`).
      topics: { publish: ['+/+/#', ownTopic], subscribe: ['+/+/#'] },
    };
    await files.write([self, ...(await deps.users())]);
    const toldAt = performance.now();
    if (!(await files.reload())) {
      deps.untold();
      return 0;
    }
    for (;;) {
      const isInForce = await door.mayPublish(ownTopic);
      if (isInForce !== false) return performance.now() - toldAt;
      if (performance.now() - toldAt > IN_FORCE_WITHIN_MS) throw new Error(NOT_READ);
      await pause(ASK_AGAIN_MS);
    }
  }

  /** Until it succeeds. */
  async function run(before: Promise<void>): Promise<void> {
    await before;
    await pause(restMs);
    next = undefined;
    for (;;) {
      try {
        restMs = Math.min(Math.max((await bring()) * REST, COLLECT_MS), MAX_REST_MS);
        return;
      } catch (error) {
        if (signal.aborted) return;
        failed(error);
        await pause(RETRY_MS);
      }
    }
  }

  return {
    changed() {
      if (signal.aborted) return Promise.resolve();
      if (next) return next;
      last = run(last).catch(() => undefined);
      next = last;
      return next;
    },
    stop: () => stopping.abort(),
  };
}
