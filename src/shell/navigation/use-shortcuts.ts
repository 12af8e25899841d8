import { useEffect } from 'react';
import { shortcutKey } from '#ui/shortcut-key.ts';
import { shell } from '../layout/shell-state.ts';

const DIALOGS = { g: 'group-switcher', '/': 'shortcuts' } as const;

/** Ctrl (Cmd on Mac) with G toggles the group switcher (`withGroups` only), with / the shortcuts. */
export function useShortcuts(withGroups: boolean): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      const key = shortcutKey(event);
      // Many keyboard layouts require Shift for the slash.
      if (event.shiftKey && key !== '/') return;
      const dialog = DIALOGS[key as keyof typeof DIALOGS];
      if (dialog === undefined || (dialog === 'group-switcher' && !withGroups)) return;
      // Prevents the browser's own Ctrl+G, which searches the page.
      event.preventDefault();
      if (!event.repeat) shell.dialog = shell.dialog === dialog ? 'none' : dialog;
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [withGroups]);
}
