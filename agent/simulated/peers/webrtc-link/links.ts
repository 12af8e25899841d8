/** The links to the WebRTC process, one after the other: a process that ended is followed by another when it is needed. */
import type { Clock } from '#protocol/clock.ts';
import { createLink, type Link, type LinkEnd } from './link.ts';
import type { StartChild } from './start-child.ts';

/** The pause before the first start, and after one, two, three… processes that ended soon. The first end may be an accident. */
const PAUSES_MS = [0, 0, 1_000, 2_000, 5_000, 10_000, 30_000] as const;
/** A life is short that ended within this time. */
const SHORT_LIFE_MS = 60_000;

export type Links = {
  /** Starts a process where there is none. Its words wait for it. */
  current(): Link;
  /** Resolves when there is a process that can be used; rejects when it did not come to it. */
  ready(): Promise<void>;
  pid(): number | undefined;
  /** Ends the process; the next use starts another. */
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
  /** It ended by itself. */
  onDeath: (how: string) => void;
}): Links {
  let life: Life | undefined;
  let shortLives = 0;
  let unavailable: Error | undefined;

  const begin = (): Life => {
    const link = createLink();
    const { promise: ready, resolve, reject } = withResolvers();
    // Who asks for it hears it; not everybody asks.
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
          shortLives = clock.now() - startedAt < SHORT_LIFE_MS ? shortLives + 1 : 0;
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
    const pauseMs = PAUSES_MS[Math.min(shortLives, PAUSES_MS.length - 1)] ?? 0;
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
