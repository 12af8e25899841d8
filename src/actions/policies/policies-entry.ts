import { mdiShieldCheckOutline } from '@mdi/js';
import { lazy } from 'react';
import type { ActionEntry } from '../action-entry.ts';
import { m } from './messages.ts';

/** Which policies the selected devices have. Only for whom the platform lets change them (policyUser). */
export const policiesEntry: ActionEntry = {
  action: 'policies',
  icon: mdiShieldCheckOutline,
  title: m.policies,
  Dialog: lazy(async () => ({ default: (await import('./policies-dialog.tsx')).PoliciesDialog })),
};
