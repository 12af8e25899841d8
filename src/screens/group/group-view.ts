/** View settings of the group screen: zoom, order, selection and shown cards. */
import { createContext, useContext } from 'react';
import { proxy } from 'valtio/vanilla';
import type { GridRoom } from '#domain/groups/card-columns.ts';
import { cardWidthPx, thumbnailQuality, toZoom } from '#domain/groups/zoom.ts';
import { createCardStores } from '#features/device-card/card-stores.ts';
import { ORDER_KEY, type SortKey, storedSortKey } from '#live/device-order.ts';
import { storedText } from '#protocol/storage/stored-value.ts';
import { createAwayTargets } from './away-targets.ts';

export type CardFilter = 'events' | 'locked' | 'unanswered';

export type GroupView = {
  zoom: number;
  /** JPEG quality of the pictures, derived from the zoom. */
  quality: number;
  /** The zoom is chosen automatically, so that all cards fit. */
  isFitting: boolean;
  /** Minimum width of a card, in CSS pixels. */
  cardWidthPx: number;
  /** Measured width of a picture in CSS pixels. Columns share the remaining room. Undefined before layout. */
  pictureWidthPx: number | undefined;
  sort: SortKey;
  /** Show cards of absent members; undefined: depends on the size of the group. */
  withAbsent: boolean | undefined;
  /** Number of online devices; undefined while unknown. */
  onlineCount: number | undefined;
  /** Text of the search; empty: all cards match. */
  query: string;
  filters: readonly CardFilter[];
};

/** `selected`: keys that are selected initially. */
export function createGroupView(storage: () => Storage, selected: readonly string[] = []) {
  const storedZoom = storedText(storage, 'zoomLevel');
  const storedSort = storedText(storage, ORDER_KEY);
  const storedFit = storedText(storage, 'lectern.fitCards');
  const storedAbsent = storedText(storage, 'lectern.absentCards');
  const zoom = toZoom(storedZoom.get());
  const absent = storedAbsent.get();
  const view = proxy<GroupView>({
    zoom,
    quality: thumbnailQuality(zoom),
    cardWidthPx: cardWidthPx(zoom),
    pictureWidthPx: undefined,
    isFitting: storedFit.get() === 'true',
    sort: storedSortKey(storage),
    withAbsent: absent === undefined ? undefined : absent !== 'false',
    onlineCount: undefined,
    query: '',
    filters: [],
  });
  let measure: () => GridRoom | undefined = () => undefined;
  return {
    view,
    ...createCardStores(selected),
    away: createAwayTargets(),
    /** The room for the cards; undefined before layout. */
    room: () => measure(),
    /** Called by the grid when it mounts; the returned function undoes it. */
    measureBy(next: () => GridRoom | undefined): () => void {
      measure = next;
      return () => {
        if (measure === next) measure = () => undefined;
      };
    },
    /** The tutor chose a zoom, which ends the automatic fit. */
    setZoom(next: number): void {
      view.zoom = toZoom(next);
      view.quality = thumbnailQuality(view.zoom);
      view.cardWidthPx = cardWidthPx(view.zoom);
      view.isFitting = false;
      storedZoom.set(String(view.zoom));
      storedFit.set('false');
    },
    setFitting(isFitting: boolean): void {
      storedFit.set(String(isFitting));
      view.isFitting = isFitting;
      if (isFitting) return;
      view.zoom = toZoom(storedZoom.get());
      view.quality = thumbnailQuality(view.zoom);
      view.cardWidthPx = cardWidthPx(view.zoom);
    },
    /** The largest width at which all cards fit. `zoom`: the nearest zoom, used to request pictures. */
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
      storedSort.set(sort);
    },
    setWithAbsent(withAbsent: boolean): void {
      view.withAbsent = withAbsent;
      storedAbsent.set(String(withAbsent));
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

/** The store of the surrounding group screen. */
export function useGroupView(): GroupViewStore {
  const store = useContext(GroupViewContext);
  if (store === undefined) throw new Error('outside of a group screen');
  return store;
}
