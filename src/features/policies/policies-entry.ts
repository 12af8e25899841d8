import { mdiShieldCheckOutline } from '@mdi/js';
import { lazyDialog } from '#shell/lazy/lazy-part.tsx';
import type { ActionEntry } from '../action-bar/action-entry.ts';
import { m } from './messages.ts';

/** Opens the policies of the selected devices. Only policy users (`policyUser`) see the button. */
export const policiesEntry: ActionEntry = {
  action: 'policies',
  icon: mdiShieldCheckOutline,
  title: m.policies,
  Dialog: lazyDialog(m.policies, async () => (await import('./policies-dialog.tsx')).PoliciesDialog),
};
