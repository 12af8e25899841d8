import { mdiDeleteOutline } from '@mdi/js';
import { lazyDialog } from '#shell/lazy/lazy-part.tsx';
import type { ActionEntry } from '../action-bar/action-entry.ts';
import { m } from './messages.ts';

const entry = (title: string): ActionEntry => ({
  action: 'delete',
  icon: mdiDeleteOutline,
  title,
  Dialog: lazyDialog(title, async () => (await import('./delete-dialog.tsx')).DeleteDialog),
});

/** For group maintainers, on the lists of users and of devices. */
export const deleteUsersEntry = entry(m.title.users);
export const deleteDevicesEntry = entry(m.title.devices);
