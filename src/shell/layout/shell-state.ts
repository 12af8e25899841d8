/** What of the shell is open. Collapsed or not is kept for the next visit. */
import { proxy, subscribe } from 'valtio/vanilla';

const KEY = 'lectern.navigation';

export type ShellState = {
  /** The rail instead of the drawer. */
  collapsed: boolean;
  /** The same where a screen wants it otherwise while it is open; it is not kept. */
  collapsedHere: boolean | undefined;
  /** On narrow windows: the navigation lies over the page. */
  navigationOpen: boolean;
  groupsExpanded: boolean;
  dialog: 'none' | 'group-switcher' | 'shortcuts';
};

/** `storage` may refuse (full, or blocked): then nothing is remembered. */
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
    // Nothing remembered.
  }
  const stop = subscribe(state, () => {
    try {
      storage().setItem(KEY, state.collapsed ? 'collapsed' : 'expanded');
    } catch {
      // Nothing remembered.
    }
  });
  return { state, stop };
}

export const shell = createShellState(() => localStorage).state;
