/** What of the File Exchange panel is open, and for which devices. Small: the panel itself comes when it is needed. */
import { createObservable } from '#protocol/observable.ts';
import type { Direction, ExchangeTarget } from '../../peer/files/file-record.ts';

export type PanelState = {
  readonly isOpen: boolean;
  /** Only its head is seen: a class can be taught beside a long transfer. */
  readonly isCollapsed: boolean;
  readonly tab: Direction;
  /** The devices that files are sent to and collected from, as they were selected. */
  readonly audience: Readonly<Record<Direction, readonly ExchangeTarget[]>>;
  /** Goes up with every opening, for the focus. */
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

/** Opens the panel for these devices: the other tab goes on with them too. */
export const openFileExchange = (tab: Direction, audience: PanelState['audience']): void =>
  fileExchangePanel.open(tab, audience);
