import { useQuery } from '@tanstack/react-query';
import { policySentence } from '#features/policies/parts/policy-sentence.ts';
import type { Group } from '#protocol/rest/group.ts';
import type { AppliedPolicy, Policy } from '#protocol/rest/policy.ts';
import { policiesQuery } from '#rest/policies.ts';
import { DataTable } from '#ui/list/data-table.tsx';
import { AppliedRow } from './applied-row.tsx';
import { m } from './messages.ts';

/** Effects and times of a policy in words. A policy that is missing in the site's list is unknown. */
const effectsText = (policy: Policy | undefined): string =>
  policy?.definition === undefined ? m.unknownEffects : policySentence(policy.definition);

/** The policies applied to a group, one row each. */
export function AppliedTable(props: {
  group: Group;
  applied: readonly AppliedPolicy[];
  mayChange: boolean;
  /** Called after a policy was removed, if its row had the focus. */
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
