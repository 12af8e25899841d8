/** What a tutor wants of the group screen: zoom, order, selection, and which cards are shown. */
import { createContext, useContext } from 'react';
import { proxy } from 'valtio/vanilla';
import type { GridRoom } from '#domain/groups/card-columns.ts';
import { cardWidthPx, thumbnailQuality, toZoom } from '#domain/groups/zoom.ts';
import { createCardStores } from '../../features/device-card/card-stores.ts';
import { ORDER_KEY, type SortKey } from '../../live/device-order.ts';
import { createAwayTargets } from './away-targets.ts';

const KEYS = {
  zoom: 'zoomLevel',
  sort: ORDER_KEY,
  fit: 'lectern.fitCards',
  absent: 'lectern.absentCards',
} as const;

export type CardFilter = 'events' | 'locked' | 'unanswered';

export type GroupView = {
  zoom: number;
  /** JPEG quality of the pictures, as of the zoom. */
  quality: number;
  /** The zoom is chosen so that every card is seen at once. */
  isFitting: boolean;
  /** The least width of a card, in CSS pixels. */
  cardWidthPx: number;
  /** How wide pictures are drawn, in CSS pixels: columns share the room that is left. Undefined before that is known. */
  pictureWidthPx: number | undefined;
  sort: SortKey;
  /** Absent members have cards among the others; undefined: that depends on the size of the group. */
  withAbsent: boolean | undefined;
  /** How many devices are online; undefined while that is not known. */
  onlineCount: number | undefined;
  /** The text of the search; empty: all cards are found. */
  query: string;
  filters: readonly CardFilter[];
};

/** Blocked storage remembers nothing, and that is all. */
function createRecall(storage: () => Storage) {
  return {
    get(key: keyof typeof KEYS): string | null {
      try {
        return storage().getItem(KEYS[key]);
      } catch {
        return null;
      }
    },
    set(key: keyof typeof KEYS, value: string): void {
      try {
        storage().setItem(KEYS[key], value);
      } catch {
        // Not remembered for the next visit.
      }
    },
  };
}

/** `selected`: who is selected from the beginning. */
export function createGroupView(storage: () => Storage, selected: readonly string[] = []) {
  const recall = createRecall(storage);
  const zoom = toZoom(recall.get('zoom'));
  const view = proxy<GroupView>({
    zoom,
    quality: thumbnailQuality(zoom),
    cardWidthPx: cardWidthPx(zoom),
    pictureWidthPx: undefined,
    isFitting: recall.get('fit') === 'true',
    sort: recall.get('sort') === 'device' ? 'device' : 'user',
    withAbsent: recall.get('absent') === null ? undefined : recall.get('absent') !== 'false',
    onlineCount: undefined,
    query: '',
    filters: [],
  });
  let measure: () => GridRoom | undefined = () => undefined;
  return {
    view,
    ...createCardStores(selected),
    away: createAwayTargets(),
    /** The room that the cards have now; undefined where nothing is laid out. */
    room: () => measure(),
    /** Called by the grid while it is drawn; the returned function ends that. */
    measureBy(next: () => GridRoom | undefined): () => void {
      measure = next;
      return () => {
        if (measure === next) measure = () => undefined;
      };
    },
    /** The tutor has chosen a zoom: the cards are not fitted any more. */
    setZoom(next: number): void {
      view.zoom = toZoom(next);
      view.quality = thumbnailQuality(view.zoom);
      view.cardWidthPx = cardWidthPx(view.zoom);
      view.isFitting = false;
      recall.set('zoom', String(view.zoom));
      recall.set('fit', 'false');
    },
    setFitting(isFitting: boolean): void {
      recall.set('fit', String(isFitting));
      view.isFitting = isFitting;
      if (isFitting) return;
      view.zoom = toZoom(recall.get('zoom'));
      view.quality = thumbnailQuality(view.zoom);
      view.cardWidthPx = cardWidthPx(view.zoom);
    },
    /** The greatest width at which all cards fit. `zoom`: the nearest zoom, whose pictures are asked for. */
    fit(width: { cardWidthPx: number; zoom: number }): void {
      if (!view.isFitting) return;
      view.zoom = width.zoom;
      view.quality = thumbnailQuality(width.zoom);
      view.cardWidthPx = width.cardWidthPx;
    },
    setPictureWidth(widthPx: number): void {
      view.pictureWidthPx = widthPx;
    },
    setSort(sort: SortKey): void {
      view.sort = sort;
      recall.set('sort', sort);
    },
    setWithAbsent(withAbsent: boolean): void {
      view.withAbsent = withAbsent;
      recall.set('absent', String(withAbsent));
    },
    setOnlineCount(count: number | undefined): void {
      view.onlineCount = count;
    },
    setQuery(query: string): void {
      view.query = query;
    },
    toggleFilter(filter: CardFilter): void {
      view.filters = view.filters.includes(filter)
        ? view.filters.filter((each) => each !== filter)
        : [...view.filters, filter];
    },
    showAll(): void {
      view.query = '';
      view.filters = [];
    },
  };
}

export type GroupViewStore = ReturnType<typeof createGroupView>;

export const GroupViewContext = createContext<GroupViewStore | undefined>(undefined);

/** That of the group screen around. */
export function useGroupView(): GroupViewStore {
  const store = useContext(GroupViewContext);
  if (store === undefined) throw new Error('outside of a group screen');
  return store;
}
