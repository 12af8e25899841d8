/** The state of the File Exchange panel. Small, because the panel itself is loaded on demand. */

import type { Direction, ExchangeTarget } from '#peer/files/file-record.ts';
import { createObservable } from '#protocol/observable.ts';

export type PanelState = {
  readonly isOpen: boolean;
  /** Only the header is shown, so that teaching goes on beside a long transfer. */
  readonly isCollapsed: boolean;
  readonly tab: Direction;
  /** The recipients of sent files and the sources of collected ones, as they were selected. */
  readonly audience: Readonly<Record<Direction, readonly ExchangeTarget[]>>;
  /** Incremented by each opening, to move the focus. */
  readonly openings: number;
};

function createPanelStore() {
  const store = createObservable<PanelState>({
    isOpen: false,
    isCollapsed: false,
    tab: 'send',
    audience: { send: [], collect: [] },
    openings: 0,
  });
  const change = (next: Partial<PanelState>): void => store.set({ ...store.get(), ...next });
  return {
    get: store.get,
    subscribe: store.subscribe,
    change,
    open(tab: Direction, audience: PanelState['audience']): void {
      change({ isOpen: true, isCollapsed: false, tab, audience, openings: store.get().openings + 1 });
    },
  };
}

export const fileExchangePanel = createPanelStore();

/** Opens the panel for these devices, which apply to the other tab too. */
export const openFileExchange = (tab: Direction, audience: PanelState['audience']): void =>
  fileExchangePanel.open(tab, audience);
