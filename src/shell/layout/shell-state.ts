/** The open parts of the shell. Only `collapsed` is stored for the next visit. */
import { proxy, subscribe } from 'valtio/vanilla';

const KEY = 'lectern.navigation';

export type ShellState = {
  /** The rail instead of the drawer. */
  collapsed: boolean;
  /** Overrides `collapsed` while the current screen is open; not stored. */
  collapsedHere: boolean | undefined;
  /** On narrow windows: the navigation covers the page. */
  navigationOpen: boolean;
  groupsExpanded: boolean;
  dialog: 'none' | 'group-switcher' | 'shortcuts';
};

/** `storage` may be full or blocked: nothing is stored then. */
export function createShellState(storage: () => Storage) {
  const state = proxy<ShellState>({
    collapsed: false,
    collapsedHere: undefined,
    navigationOpen: false,
    groupsExpanded: true,
    dialog: 'none',
  });
  try {
    state.collapsed = storage().getItem(KEY) === 'collapsed';
  } catch {
    // Storage is blocked: the default stays.
  }
  const stop = subscribe(state, () => {
    try {
      storage().setItem(KEY, state.collapsed ? 'collapsed' : 'expanded');
    } catch {
      // Storage is full or blocked: the choice is not stored.
    }
  });
  return { state, stop };
}

export const shell = createShellState(() => localStorage).state;
