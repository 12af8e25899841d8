/** The watches of all tabs, which show groups or clients on their screens. */
import type { LiveClient, WatchRequest, WatchView } from '#protocol/threads/live-worker.ts';
import { thumbnailsOf } from '../demands/demand-union.ts';
import { shownDisplay } from '../devices/displays.ts';
import type { Tab } from '../tabs/tabs.ts';
import type { ThumbnailViewer } from '../thumbnails/thumbnails.ts';
import { placeOf } from './place.ts';

export type Watch = ThumbnailViewer & {
  /** Unique over tabs. */
  readonly key: string;
  readonly id: string;
  readonly tab: Tab;
  request: WatchRequest;
  /** Undefined until the screen has reported its view. */
  view: WatchView | undefined;
  /** Clients that were removed while the watch was inactive. */
  readonly missed: Set<string>;
  /** False while its tab is paused, unless the watch is kept when hidden. */
  isActive(): boolean;
};

/** Until a screen reports its view, its first cards count as in view, so that they get pictures early. */
const FIRST_CARDS = 30;

const NONE: readonly Watch[] = [];

export function createWatches(deps: { client(place: string, clientId: string): LiveClient | undefined }) {
  const watches = new Map<string, Watch>();
  const places = new Map<string, Set<Watch>>();
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
      place: placeOf(request.of),
      missed: new Set(),
      get view() {
        return view;
      },
      set view(next) {
        view = next;
        inView = new Set(next?.visible);
      },
      isActive: () => !tab.paused || watch.request.keptWhenHidden !== undefined,
      wants: (clientId) =>
        (tab.visible || watch.request.keptWhenHidden === 'pictures') &&
        watch.request.feeds.includes('thumbnails') &&
        !tab.mailbox.isBlocked() &&
        isInView(clientId),
      display: (clientId) => shownDisplay(deps.client(watch.place, clientId), view?.displays[clientId]),
      isScrolling: () => view?.isScrolling === true,
      size() {
        const { width, height } = view?.size ?? thumbnailsOf(watch.request);
        return { width, height };
      },
      show(clientId, { display, at, receivedAt }, bitmap) {
        if (watches.get(watch.key) !== watch) bitmap.close();
        else tab.mailbox.frame({ watchId: id, clientId, display, bitmap, at, receivedAt });
      },
      showUndecodable: (clientId) => tab.mailbox.undecodable(id, clientId),
    };
    watches.set(watch.key, watch);
    const here = places.get(watch.place) ?? new Set();
    places.set(watch.place, here.add(watch));
    return watch;
  }

  return {
    add,
    get: (tabId: string, watchId: string): Watch | undefined => watches.get(keyOf(tabId, watchId)),
    remove(watch: Watch) {
      watches.delete(watch.key);
      const here = places.get(watch.place);
      here?.delete(watch);
      if (here?.size === 0) places.delete(watch.place);
    },
    ofTab: (tab: Tab): readonly Watch[] => [...watches.values()].filter((watch) => watch.tab === tab),
    ofPlace: (place: string): Iterable<Watch> => places.get(place) ?? NONE,
  };
}
