/** The open parts of the shell. Only `collapsed` is stored for the next visit. */
import { proxy, subscribe } from 'valtio/vanilla';
import { storedText } from '#protocol/storage/stored-value.ts';

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

export function createShellState(storage: () => Storage) {
  const stored = storedText(storage, KEY);
  const state = proxy<ShellState>({
    collapsed: stored.get() === 'collapsed',
    collapsedHere: undefined,
    navigationOpen: false,
    groupsExpanded: true,
    dialog: 'none',
  });
  const stop = subscribe(state, () => void stored.set(state.collapsed ? 'collapsed' : 'expanded'));
  return { state, stop };
}

export const shell = createShellState(() => localStorage).state;
