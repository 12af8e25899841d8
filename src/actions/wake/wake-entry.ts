import { mdiWhiteBalanceSunny } from '@mdi/js';
import { lazy } from 'react';
import type { ActionEntry } from '../action-entry.ts';
import { m } from './messages.ts';

export const wakeEntry: ActionEntry = {
  action: 'wake',
  icon: mdiWhiteBalanceSunny,
  title: m.title,
  Dialog: lazy(() => import('./wake-dialog.tsx')),
};
