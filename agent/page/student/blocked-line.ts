/**
 * Filters of schools let pages through and refuse WebSockets. This tells such a network from one that is away: the
 * platform answers by HTTP while the connection to the class fails.
 */
import { createObservable, type Observable } from '#protocol/observable.ts';
import type { AgentSessionState } from '../../core/connection/agent-session.ts';

/** One failure may pass. While the connection fails, the platform is asked more and more rarely. */
const isAsked = (attempt: number): boolean => attempt >= 2 && Number.isInteger(Math.log2(attempt));

export function followBlockedLine(deps: {
  session: Observable<AgentSessionState>;
  /** Whether the platform answers by HTTP. */
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
