import { useEffect } from 'react';
import { shortcutKey } from '../../ui/shortcut-key.ts';
import { shell } from '../layout/shell-state.ts';

const DIALOGS = { g: 'group-switcher', '/': 'shortcuts' } as const;

/** Ctrl (Cmd on Mac) + G: group switcher; + /: the list of shortcuts. Again: closed. `withGroups`: console realm. */
export function useShortcuts(withGroups: boolean): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      const key = shortcutKey(event);
      // Many layouts have the slash above a digit.
      if (event.shiftKey && key !== '/') return;
      const dialog = DIALOGS[key as keyof typeof DIALOGS];
      if (dialog === undefined || (dialog === 'group-switcher' && !withGroups)) return;
      // The browser's own Ctrl+G searches the page.
      event.preventDefault();
      if (!event.repeat) shell.dialog = shell.dialog === dialog ? 'none' : dialog;
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [withGroups]);
}
