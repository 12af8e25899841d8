/** The page from which a link was followed, stored in the history entry. */
import type { HistoryState } from '@tanstack/react-router';
import { safePath } from '#session/safe-path.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** A path without its search. */
    from?: string;
  }
}

/** For the `state` of a link. A link to the current page keeps the state. */
export const leaving =
  (here: () => string, to: string) =>
  (state: HistoryState): HistoryState =>
    here() === to ? state : { from: here() };

/** The previous page, if there was one. */
export const cameFrom = (state: HistoryState): string | undefined =>
  typeof state.from === 'string' ? safePath(state.from) : undefined;
