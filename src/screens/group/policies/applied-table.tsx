import { useQuery } from '@tanstack/react-query';
import { policyParts } from '#domain/policies/policy-effects.ts';
import type { Group } from '#protocol/rest/group.ts';
import type { AppliedPolicy, Policy } from '#protocol/rest/policy.ts';
import { policiesQuery } from '../../../rest/policies.ts';
import { DataTable } from '../../../ui/list/data-table.tsx';
import { AppliedRow } from './applied-row.tsx';
import { conditionTitles, effectTitles, m } from './messages.ts';

const titles = (names: readonly string[], known: Readonly<Record<string, string>>, other: string) =>
  names.map((name) => (Object.hasOwn(known, name) ? known[name] : other)).join(', ');

/** What it does and when, in words; nothing is known of a policy that the site's list does not have. */
function effectsText(policy: Pick<Policy, 'id'> | undefined): string {
  if (policy === undefined || !('definition' in policy)) return m.unknownEffects;
  const { effects, conditions } = policyParts(policy.definition);
  const what = titles(effects, effectTitles, m.otherEffect);
  if (what === '') return m.noEffects;
  const when = titles(conditions, conditionTitles, m.otherCondition);
  return when === '' ? what : m.when({ effects: what, conditions: when });
}

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
