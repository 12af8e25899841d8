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
  notReloaded(): void;
};

export type RightsInForce = {
  /** Resolves when the broker applies the rights as of this call, or when it cannot be reached. */
  changed(): Promise<void>;
  stop(): void;
};

/** Changes within this time are written together. */
const FLUSH_DELAY_MS = 50;
/** Ratio of the pause to the broker's reading time, which blocks it. A lost right must end in 5 s. */
const PAUSE_FACTOR = 10;
const MAX_WAIT_MS = 2_000;
const POLL_INTERVAL_MS = 10;
const RETRY_DELAY_MS = 2_000;
/** If the broker has not read its files by then, they are written and reloaded again. */
const TIMEOUT_MS = 10_000;
const NOT_READ = 'Mosquitto has not read who may do what for ten seconds';

export function createRightsInForce(deps: RightsInForceDeps): RightsInForce {
  const { files, door, platform, failed } = deps;
  const stopping = new AbortController();
  const { signal } = stopping;
  let edition = 0;
  let next: Promise<void> | undefined;
  let last: Promise<void> = Promise.resolve();
  let delayMs = FLUSH_DELAY_MS;

  const pause = (ms: number) => wait(ms, undefined, { signal, ref: false });

  async function apply(): Promise<number> {
    edition += 1;
    const ownTopic = `edition-${edition}`;
    const self: MosquittoUser = {
      ...platform,
      // All tenants, but none of the broker's own topics (`$SYS`, `$CONTROL`).
      topics: { publish: ['+/+/#', ownTopic], subscribe: ['+/+/#'] },
    };
    await files.write([self, ...(await deps.users())]);
    const reloadedAt = performance.now();
    if (!(await files.reload())) {
      deps.notReloaded();
      return 0;
    }
    for (;;) {
      const isInForce = await door.mayPublish(ownTopic);
      if (isInForce !== false) return performance.now() - reloadedAt;
      if (performance.now() - reloadedAt > TIMEOUT_MS) throw new Error(NOT_READ);
      await pause(POLL_INTERVAL_MS);
    }
  }

  /** Repeats until it succeeds. */
  async function run(before: Promise<void>): Promise<void> {
    await before;
    await pause(delayMs);
    next = undefined;
    for (;;) {
      try {
        delayMs = Math.min(Math.max((await apply()) * PAUSE_FACTOR, FLUSH_DELAY_MS), MAX_WAIT_MS);
        return;
      } catch (error) {
        if (signal.aborted) return;
        failed(error);
        await pause(RETRY_DELAY_MS);
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
