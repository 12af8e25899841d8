import { mdiAlertCircleOutline, mdiShieldOffOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type AppliedPolicy, MAX_POLICY_RECIPIENTS, type Policy } from '#protocol/rest/policy.ts';
import { policiesQuery } from '#rest/policies.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Spinner } from '#ui/spinner.tsx';
import styles from './apply-policy-form.module.css';
import { ApplyPolicyForm } from './apply-policy-form.tsx';
import { m } from './messages.ts';
import { namesText } from './names-text.ts';
import type { Choice } from './policy-choice.tsx';
import type { PolicyRecipient } from './policy-recipients.ts';
import { type ReadRecipient, useAppliedPolicies } from './use-applied-policies.ts';

export type ApplyPolicyDialogProps = {
  /** Must be stable while the dialog is open. */
  recipients: readonly PolicyRecipient[];
  /** The names of the selected devices that cannot have policies. */
  without?: readonly string[];
  onClose: () => void;
};

/** The site's policies by name, and applied policies that are missing in this tutor's list. */
function choicesOf(policies: readonly Policy[], recipients: readonly ReadRecipient[]): Choice[] {
  const choices = new Map<string, Choice>(policies.map((policy) => [policy.id, policy]));
  const asChoice = ({ policyId, name, meta }: AppliedPolicy): Choice => ({
    id: policyId,
    name,
    meta,
    disabled: false,
  });
  for (const applied of recipients.flatMap(({ list }) => list)) {
    if (!choices.has(applied.policyId)) choices.set(applied.policyId, asChoice(applied));
  }
  return [...choices.values()].sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
}

/** Shows for each policy whether it is applied to all, some or none of the recipients, and changes that. */
export function ApplyPolicyDialog(props: ApplyPolicyDialogProps) {
  return (
    <Dialog label={m.applyPolicy} width="32rem" closeLabel={m.close} onClose={props.onClose} withHeader>
      {props.recipients.length === 0 ? (
        <EmptyState
          icon={mdiShieldOffOutline}
          title={m.nobody}
          {...(props.without?.length && { text: m.withoutPolicies({ names: namesText(props.without) }) })}
        />
      ) : (
        <Body {...props} />
      )}
    </Dialog>
  );
}

/** A long selection is fetched in parts, so the dialog shows the progress. */
function Reading({ done, of }: { done: number; of: number }) {
  if (of <= MAX_POLICY_RECIPIENTS) return <Spinner label={m.loading} />;
  return (
    <p role="status" className={styles.reading}>
      <progress aria-label={m.loading} value={done} max={of} />
      {m.loaded({ done, of })}
    </p>
  );
}

function Body({ recipients, without = [], onClose }: ApplyPolicyDialogProps) {
  const policies = useQuery(policiesQuery());
  const { state, again } = useAppliedPolicies(recipients);
  const choices = useMemo(
    () => (policies.data && state.name === 'read' ? choicesOf(policies.data, state.recipients) : []),
    [policies.data, state],
  );
  if (state.name === 'failed' || (policies.isError && !policies.data)) {
    return (
      <EmptyState icon={mdiAlertCircleOutline} title={m.notRead}>
        <Button
          onClick={() => {
            again();
            void policies.refetch();
          }}
        >
          {m.tryAgain}
        </Button>
      </EmptyState>
    );
  }
  if (state.name === 'reading' || !policies.data) {
    const done = state.name === 'reading' ? state.done : recipients.length;
    return <Reading done={done} of={recipients.length} />;
  }
  if (choices.length === 0) return <EmptyState icon={mdiShieldOffOutline} title={m.noPolicies} />;
  return (
    <ApplyPolicyForm
      choices={choices}
      recipients={state.recipients}
      notes={[
        ...(without.length > 0 ? [m.withoutPolicies({ names: namesText(without) })] : []),
        ...(state.unread.length > 0 ? [m.unread({ names: namesText(state.unread) })] : []),
      ]}
      onClose={onClose}
    />
  );
}
