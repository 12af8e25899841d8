/** Manages the links to the WebRTC process. After a process has ended, the next use starts another one. */
import type { Clock } from '#protocol/clock.ts';
import { createLink, type Link, type LinkEnd } from './link.ts';
import type { StartChild } from './start-child.ts';

/** The pauses before a start, by the number of short runs before it. The first may be an accident. */
const RETRY_DELAYS_MS = [0, 0, 1_000, 2_000, 5_000, 10_000, 30_000] as const;
/** A run that ended within this time counts as short. */
const MIN_DURATION_MS = 60_000;

export type Links = {
  /** Starts a process if there is none. Commands are queued until it is ready. */
  current(): Link;
  /** Resolves when a process is ready. Rejects if it could not start. */
  ready(): Promise<void>;
  pid(): number | undefined;
  /** Ends the process. The next use starts another. */
  close(): void;
};

type Life = { link: LinkEnd; ready: Promise<void>; pid(): number | undefined; close(): void };

export function createLinks({
  start,
  clock,
  onDeath,
}: {
  start: StartChild;
  clock: Clock;
  /** Called when a process has ended by itself. */
  onDeath: (how: string) => void;
}): Links {
  let life: Life | undefined;
  let shortLives = 0;
  let unavailable: Error | undefined;

  const begin = (): Life => {
    const link = createLink();
    const { promise: ready, resolve, reject } = withResolvers();
    // Callers of `ready` handle the rejection, but there may be none.
    ready.catch(() => {});
    let pid: number | undefined;
    let leave = () => {};
    const end = (reason: Error) => {
      if (life === begun) life = undefined;
      leave();
      reject(reason);
      link.end();
    };
    const launch = () => {
      const startedAt = clock.now();
      const child = start({
        report(report) {
          if (report.type === 'unavailable') {
            unavailable = new Error(report.message);
            end(unavailable);
          } else if (report.type === 'ready') {
            link.open(child);
            resolve();
          } else link.take(report);
        },
        ended(how) {
          if (life !== begun) return;
          shortLives = clock.now() - startedAt < MIN_DURATION_MS ? shortLives + 1 : 0;
          onDeath(how);
          end(new Error(`The WebRTC process has ended: ${how}`));
        },
      });
      pid = child.pid;
      leave = child.leave;
    };
    const begun: Life = {
      link,
      ready,
      pid: () => pid,
      close: () => end(new Error('The WebRTC process was closed')),
    };
    const pauseMs = RETRY_DELAYS_MS[Math.min(shortLives, RETRY_DELAYS_MS.length - 1)] ?? 0;
    if (unavailable) end(unavailable);
    else leave = clock.after(pauseMs, launch);
    return begun;
  };

  const current = () => (life ??= begin());
  return {
    current: () => current().link,
    ready: () => current().ready,
    pid: () => life?.pid(),
    close: () => life?.close(),
  };
}

function withResolvers() {
  let resolve = () => {};
  let reject: (reason: Error) => void = () => {};
  const promise = new Promise<void>((done, failed) => {
    resolve = done;
    reject = failed;
  });
  return { promise, resolve, reject };
}
