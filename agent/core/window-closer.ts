/** Closes tabs and windows, and finds out which of them have really closed. */
import type { Clock } from '#protocol/clock.ts';
import { attempt, type Eventually, type Failure, type Outcome } from './outcome.ts';
import type { Screen } from './screen.ts';

/** A window may ask its user to save, and stay open. The answer does not wait longer for it. */
const CLOSING_TIMEOUT_MS = 1_000;

/** `closed`: the ids that were open before and are closed now. */
export type CloseOutcome = { ok: true; closed: readonly string[] } | Failure;

export type WindowCloser = ReturnType<typeof createWindowCloser>;

export function createWindowCloser({ clock, screen }: { clock: Clock; screen: Screen }) {
  const pending = new Set<() => void>();

  /** Resolves when `isOver` holds after a change of the screen, or after the timeout. */
  const wait = (isOver: () => boolean) =>
    new Promise<void>((resolve) => {
      const end = () => {
        ignoreScreen();
        cancelTimeout();
        pending.delete(end);
        resolve();
      };
      const ignoreScreen = screen.onChange(() => {
        if (isOver()) end();
      });
      const cancelTimeout = clock.after(CLOSING_TIMEOUT_MS, end);
      pending.add(end);
    });

  async function close(
    ids: readonly string[],
    isOpen: (id: string) => boolean,
    request: () => Eventually<Outcome>,
  ): Promise<CloseOutcome> {
    const open = ids.filter(isOpen);
    const outcome = await attempt(request);
    if (!outcome.ok) return outcome;
    const isOver = () => !open.some(isOpen);
    if (!isOver()) await wait(isOver);
    return { ok: true, closed: open.filter((id) => !isOpen(id)) };
  }

  return {
    /** `isOpen` can call a tab closed that shows another page now. */
    closeTabs(
      ids: readonly string[],
      isOpen = (id: string) => screen.tabs().some(({ tabId }) => tabId === id),
      request: Screen['closeTabs'] = screen.closeTabs,
    ): Promise<CloseOutcome> {
      return close(ids, isOpen, () => request(ids));
    },
    /** Accepts ids of windows and of applications, because a console may know either. */
    closeApplications(ids: readonly string[]): Promise<CloseOutcome> {
      const isOpen = (id: string) =>
        screen.applications().some(({ windowId, appId }) => windowId === id || appId === id);
      return close(ids, isOpen, () => screen.closeApplications(ids));
    },
    /** Ends every wait. */
    stop() {
      for (const end of [...pending]) end();
    },
  };
}
