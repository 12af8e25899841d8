import { useState } from 'react';
import type { ActionDialogProps } from '../action-bar/action-entry.ts';
import type { ActionPlace } from '../action-bar/action-target.ts';
import { ApplyPolicyDialog } from './apply-policy-dialog.tsx';
import { policyRecipients } from './policy-recipients.ts';

const isOfUsers = (place: ActionPlace) => place.kind === 'list' && place.of === 'users';

/** Applies policies to the selected devices or users. */
export function PoliciesDialog({ place, targets, onClose }: ActionDialogProps) {
  // The selection as it was: a device that leaves in the meantime stays a recipient.
  const [{ recipients, without }] = useState(() => policyRecipients(targets, isOfUsers(place)));
  return <ApplyPolicyDialog recipients={recipients} without={without} onClose={onClose} />;
}
