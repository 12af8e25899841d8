import { useState } from 'react';
import type { ActionDialogProps } from '../action-bar/action-entry.ts';
import { ApplyPolicyDialog } from './apply-policy-dialog.tsx';
import { policyRecipients } from './policy-recipients.ts';

/** Applies policies to the devices or users that are selected. */
export function PoliciesDialog({ targets, onClose }: ActionDialogProps) {
  // The selection as it was: a device that leaves meanwhile keeps its policies.
  const [{ recipients, without }] = useState(() => policyRecipients(targets));
  return <ApplyPolicyDialog recipients={recipients} without={without} onClose={onClose} />;
}
