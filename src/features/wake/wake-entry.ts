import { mdiWhiteBalanceSunny } from '@mdi/js';
import { lazyDialog } from '#shell/lazy/lazy-part.tsx';
import type { ActionEntry } from '../action-bar/action-entry.ts';
import { m } from './messages.ts';

export const wakeEntry: ActionEntry = {
  action: 'wake',
  icon: mdiWhiteBalanceSunny,
  title: m.title,
  Dialog: lazyDialog(m.title, async () => (await import('./wake-dialog.tsx')).WakeDialog),
};
