import { mdiCancel, mdiLockOpenCheckOutline } from '@mdi/js';
import { lazyDialog } from '#shell/lazy/lazy-part.tsx';
import type { ActionEntry } from '../action-bar/action-entry.ts';
import { access as m } from './access-messages.ts';

/** For group maintainers, on the list of devices and on the page of a device. */
export const ACCESS_ENTRIES: readonly ActionEntry[] = [
  {
    action: 'shutOut',
    icon: mdiCancel,
    title: m.title.shutOut,
    Dialog: lazyDialog(m.title.shutOut, async () => (await import('./access-dialog.tsx')).ShutOutDialog),
  },
  {
    action: 'letIn',
    icon: mdiLockOpenCheckOutline,
    title: m.title.letIn,
    Dialog: lazyDialog(m.title.letIn, async () => (await import('./access-dialog.tsx')).LetInDialog),
  },
];
