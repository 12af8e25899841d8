import { mdiShieldCheckOutline } from '@mdi/js';
import { lazyDialog } from '../../shell/lazy/lazy-part.tsx';
import type { ActionEntry } from '../action-bar/action-entry.ts';
import { m } from './messages.ts';

/** Which policies the selected devices have. Only tutors whom the platform lets change them (policyUser) have the button. */
export const policiesEntry: ActionEntry = {
  action: 'policies',
  icon: mdiShieldCheckOutline,
  title: m.policies,
  Dialog: lazyDialog(m.policies, async () => (await import('./policies-dialog.tsx')).PoliciesDialog),
};
