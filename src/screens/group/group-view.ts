/** What a tutor wants of the group screen: tab, zoom, order and selection. */
import { proxy } from 'valtio/vanilla';
import { toZoom } from '#domain/zoom.ts';
import type { SortKey } from './card-facts.ts';

const ZOOM_KEY = 'zoomLevel';

export type GroupTab = 'devices' | 'members' | 'alerts' | 'policies';

export type GroupView = {
  /** Of the group that was looked at last; another group begins with its first tab (GROUP-02). */
  tab: { groupId: string; key: GroupTab } | undefined;
  zoom: number;
  sort: SortKey;
  /** How many devices are online; undefined while nobody knows. */
  onlineCount: number | undefined;
};

export function createGroupView(storage: () => Storage) {
  const view = proxy<GroupView>({
    tab: undefined,
    zoom: toZoom(undefined),
    sort: 'user',
    onlineCount: undefined,
  });
  /** clientId → true. A record, so that a card reads only its own key. */
  const selection = proxy<Record<string, true>>({});
  try {
    view.zoom = toZoom(storage().getItem(ZOOM_KEY));
  } catch {
    // Storage is blocked: nothing remembered.
  }
  return {
    view,
    selection,
    tabOf: (groupId: string): GroupTab => (view.tab?.groupId === groupId ? view.tab.key : 'devices'),
    openTab(groupId: string, key: GroupTab): void {
      view.tab = { groupId, key };
    },
    /** Whoever comes back begins with the first tab. */
    forgetTab(): void {
      view.tab = undefined;
    },
    setZoom(zoom: number): void {
      view.zoom = toZoom(zoom);
      try {
        storage().setItem(ZOOM_KEY, String(view.zoom));
      } catch {
        // Not remembered for the next visit.
      }
    },
    setSort(sort: SortKey): void {
      view.sort = sort;
    },
    setOnlineCount(count: number | undefined): void {
      view.onlineCount = count;
    },
    select(clientId: string, isSelected: boolean): void {
      if (isSelected) selection[clientId] = true;
      else delete selection[clientId];
    },
    selectAll(clientIds: readonly string[]): void {
      for (const clientId of clientIds) selection[clientId] = true;
    },
    clearSelection(): void {
      for (const clientId of Object.keys(selection)) delete selection[clientId];
    },
    /** A device that left is not selected any more. */
    keepSelected(clientIds: readonly string[]): void {
      const here = new Set(clientIds);
      for (const clientId of Object.keys(selection)) if (!here.has(clientId)) delete selection[clientId];
    },
  };
}

export const groupView = createGroupView(() => localStorage);
