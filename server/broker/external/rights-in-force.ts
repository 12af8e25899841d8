/**
 * Brings the clients' rights into force: writes the broker's files, makes it read them, and waits until they
 * apply. The test is a one-level topic, on which only the newest files let the platform publish.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { DialledDoor } from './dialled-door.ts';
import type { MosquittoFiles, MosquittoUser } from './mosquitto-files.ts';

export type RightsInForceDeps = {
  files: Pick<MosquittoFiles, 'write' | 'reload'>;
  door: Pick<DialledDoor, 'mayPublish'>;
  platform: { name: string; password: string };
  /** The clients with their current rights. */
  users(): Promise<readonly MosquittoUser[]>;
  failed(error: unknown): void;
  /** The files are written, but no broker runs that could reload them. A broker reads them when it starts. */
  untold(): void;
};

export type RightsInForce = {
  /** Resolves when the broker applies the rights as of this call, or when it cannot be reached. */
  changed(): Promise<void>;
  stop(): void;
};

/** Changes within this time are written together. */
const COLLECT_MS = 50;
/** Ratio of the pause to the broker's reading time, which blocks it. A lost right must end in 5 s. */
const REST = 10;
const MAX_REST_MS = 2_000;
const ASK_AGAIN_MS = 10;
const RETRY_MS = 2_000;
/** If the broker has not read its files by then, they are written and reloaded again. */
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
      // All tenants, but none of the broker's own topics (`$SYS`, `$CONTROL`).
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

  /** Repeats until it succeeds. */
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
