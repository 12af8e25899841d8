/**
 * Detects networks whose filter lets pages through and blocks WebSockets: the platform answers over HTTP
 * while the connection to the class fails.
 */
import { createObservable, type Observable } from '#protocol/observable.ts';
import type { AgentSessionState } from '../../core/connection/agent-session.ts';

/** The first failure may be temporary. Later checks are made at ever longer intervals. */
const isAsked = (attempt: number): boolean => attempt >= 2 && Number.isInteger(Math.log2(attempt));

export function followBlockedLine(deps: {
  session: Observable<AgentSessionState>;
  /** Resolves to whether the platform answers over HTTP. */
  isReachable: () => Promise<boolean>;
}): { isBlocked: Observable<boolean>; stop(): void } {
  const { session } = deps;
  const isBlocked = createObservable(false);
  const set = (next: boolean) => {
    if (isBlocked.get() !== next) isBlocked.set(next);
  };
  let before = session.get();
  async function ask(): Promise<void> {
    const isReachable = await deps.isReachable();
    const { name } = session.get();
    if (name !== 'online' && name !== 'stopped') set(isReachable);
  }
  const stop = session.subscribe(() => {
    const now = session.get();
    const hasFailed = now.name === 'waiting' && before.name === 'connecting' && !now.isRefused;
    before = now;
    if (now.name === 'online' || now.name === 'stopped') set(false);
    else if (hasFailed && isAsked(now.attempt)) void ask();
  });
  return { isBlocked, stop };
}
