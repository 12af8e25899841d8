/** Which page a link was followed from, kept in the history's entry. */
import type { HistoryState } from '@tanstack/react-router';
import { safePath } from '../../session/safe-path.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** A path, without its search. */
    from?: string;
  }
}

/** For the `state` of a link. From the page itself it leaves things as they are. */
export const leaving =
  (here: () => string, to: string) =>
  (state: HistoryState): HistoryState =>
    here() === to ? state : { from: here() };

/** The page before, where there was one. */
export const cameFrom = (state: HistoryState): string | undefined =>
  typeof state.from === 'string' ? safePath(state.from) : undefined;
