/** What the screens of all tabs look at. */
import type { WatchRequest, WatchView } from '#protocol/live-worker.ts';
import type { Tab } from './tabs.ts';
import type { ThumbnailViewer } from './thumbnails.ts';

export type Watch = ThumbnailViewer & {
  /** Unique over tabs. */
  readonly key: string;
  readonly id: string;
  readonly tab: Tab;
  request: WatchRequest;
  /** Undefined until the screen has told what is in view. */
  view: WatchView | undefined;
  /** Does it take part, or is its tab paused? */
  isActive(): boolean;
};

/** Until a screen has told what is in view, its first cards are taken to be: their pictures come with them. */
const FIRST_CARDS = 30;

export function createWatches() {
  const watches = new Map<string, Watch>();
  const keyOf = (tabId: string, watchId: string) => `${tabId} ${watchId}`;

  function add(tab: Tab, id: string, request: WatchRequest): Watch {
    let inView = new Set<string>();
    let view: WatchView | undefined;
    const firstCards = new Set<string>();
    const isInView = (clientId: string) => {
      if (view) return inView.has(clientId);
      if (firstCards.size < FIRST_CARDS) firstCards.add(clientId);
      return firstCards.has(clientId);
    };
    const watch: Watch = {
      key: keyOf(tab.id, id),
      id,
      tab,
      request,
      groupId: request.groupId,
      get view() {
        return view;
      },
      set view(next) {
        view = next;
        inView = new Set(next?.visible);
      },
      isActive: () => !tab.paused || watch.request.keepWhenHidden === true,
      wants: (clientId) => tab.visible && !tab.outbox.isBlocked() && isInView(clientId),
      display: (clientId) => view?.displays[clientId],
      size: () => ({
        width: watch.request.thumbnails?.width ?? 0,
        height: watch.request.thumbnails?.height ?? 0,
      }),
    };
    watches.set(watch.key, watch);
    return watch;
  }

  return {
    add,
    get: (tabId: string, watchId: string): Watch | undefined => watches.get(keyOf(tabId, watchId)),
    remove: (watch: Watch) => void watches.delete(watch.key),
    ofTab: (tab: Tab): readonly Watch[] => [...watches.values()].filter((watch) => watch.tab === tab),
    *ofGroup(groupId: string): Generator<Watch> {
      for (const watch of watches.values()) if (watch.groupId === groupId) yield watch;
    },
    count: () => watches.size,
  };
}
