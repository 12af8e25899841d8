/** The attached tabs: which are visible or paused, and when one has ended. */
import { TIMING } from '#domain/timing.ts';
import type { Clock } from '#protocol/clock.ts';
import type { TabFace } from '#protocol/threads/live-worker.ts';
import type { TabMailbox } from './tab-mailbox.ts';

export type Tab = {
  readonly id: string;
  readonly face: TabFace;
  readonly mailbox: TabMailbox;
  visible: boolean;
  /** True after the tab was hidden for 5 s, until 1 s after it is visible again. */
  paused: boolean;
};

export type TabsDeps = {
  clock: Clock;
  /** Resolves when the tab no longer holds its lock, for any reason; rejects when aborted. */
  tabEnded(tabId: string, signal: AbortSignal): Promise<void>;
  onPausedChange(tab: Tab): void;
  onVisible(tab: Tab): void;
  onGone(tab: Tab): void;
};

export type Tabs = ReturnType<typeof createTabs>;

export function createTabs(deps: TabsDeps) {
  const tabs = new Map<string, Tab & { stopWaiting: AbortController; stopTimer?: () => void }>();

  function schedule(id: string) {
    const tab = tabs.get(id);
    if (!tab) return;
    tab.stopTimer?.();
    tab.stopTimer = undefined;
    // If paused is already the opposite of visible, no timer is needed.
    if (tab.paused !== tab.visible) return;
    const waitMs = tab.visible ? TIMING.visibleResumeMs : TIMING.hiddenPauseMs;
    tab.stopTimer = deps.clock.after(waitMs, () => {
      tab.paused = !tab.visible;
      deps.onPausedChange(tab);
    });
  }

  function remove(id: string) {
    const tab = tabs.get(id);
    if (!tab) return;
    tabs.delete(id);
    tab.stopTimer?.();
    tab.stopWaiting.abort();
    deps.onGone(tab);
  }

  return {
    add({ id, visible, face, mailbox }: Omit<Tab, 'paused'>) {
      remove(id);
      const stopWaiting = new AbortController();
      tabs.set(id, { id, visible, face, mailbox, paused: false, stopWaiting });
      deps.tabEnded(id, stopWaiting.signal).then(
        () => {
          if (!stopWaiting.signal.aborted) remove(id);
        },
        () => {},
      );
      schedule(id);
    },
    remove,
    setVisible(id: string, visible: boolean) {
      const tab = tabs.get(id);
      if (!tab || tab.visible === visible) return;
      tab.visible = visible;
      schedule(id);
      if (visible) deps.onVisible(tab);
    },
    get: (id: string): Tab | undefined => tabs.get(id),
    all: (): readonly Tab[] => [...tabs.values()],
  };
}
