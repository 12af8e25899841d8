import { useQuery } from '@tanstack/react-query';
import type { Group } from '#protocol/rest/group.ts';
import type { AppliedPolicy, Policy } from '#protocol/rest/policy.ts';
import { policySentence } from '../../../features/policies/parts/policy-sentence.ts';
import { policiesQuery } from '../../../rest/policies.ts';
import { DataTable } from '../../../ui/list/data-table.tsx';
import { AppliedRow } from './applied-row.tsx';
import { m } from './messages.ts';

/** What it does and when, in words; nothing is known of a policy that the site's list does not have. */
const effectsText = (policy: Policy | undefined): string =>
  policy?.definition === undefined ? m.unknownEffects : policySentence(policy.definition);

/** What is applied to a group, a row each. */
export function AppliedTable(props: {
  group: Group;
  applied: readonly AppliedPolicy[];
  mayChange: boolean;
  /** The row of a removed policy goes, and had the focus. */
  onRemove: () => void;
}) {
  const { group, applied, mayChange } = props;
  const policies = useQuery(policiesQuery()).data;
  const columns = [m.policy, m.state, m.effects, ...(mayChange ? [m.actions] : [])];
  return (
    <DataTable caption={m.table} columns={columns}>
      {applied.map((application) => {
        const policy = policies?.find(({ id }) => id === application.policyId);
        return (
          <AppliedRow
            key={application.id}
            group={group}
            application={application}
            isOffEverywhere={policy?.disabled ?? false}
            effects={effectsText(policy)}
            mayChange={mayChange}
            onRemove={props.onRemove}
          />
        );
      })}
    </DataTable>
  );
}
