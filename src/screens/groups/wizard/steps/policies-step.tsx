import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { searchFor } from '#domain/lists/search-text.ts';
import type { PolicyMarks } from '#domain/policies/policy-selection.ts';
import { PolicyChoice } from '#features/policies/policy-choice.tsx';
import type { Policy } from '#protocol/rest/policy.ts';
import { policiesQuery } from '#rest/policies.ts';
import { SearchField } from '#ui/field/search-field.tsx';
import { ListReader } from '#ui/list/list-page.tsx';
import { m } from '../messages.ts';
import type { StepProps } from '../step-props.ts';
import styles from './steps.module.css';

const WORDS = { loading: m.loadingPolicies, failed: m.notRead, retry: m.tryAgain };

/** The policies of the group. */
export function PoliciesStep(props: StepProps) {
  return (
    <ListReader reading={useQuery(policiesQuery())} words={WORDS}>
      {(policies) => <Policies {...props} policies={policies} />}
    </ListReader>
  );
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

function Policies({ draft, policies, onChange }: StepProps & { policies: readonly Policy[] }) {
  const [query, setQuery] = useState('');
  const marks: PolicyMarks = useMemo(
    () => new Map(draft.policies.map((id) => [id, 'checked'])),
    [draft.policies],
  );
  const sorted = useMemo(() => [...policies].sort((a, b) => collator.compare(a.name, b.name)), [policies]);
  const finds = searchFor(query);
  const found = sorted.filter(({ name }) => finds(name));
  const toggle = (id: string) =>
    onChange({
      policies: marks.has(id) ? draft.policies.filter((each) => each !== id) : [...draft.policies, id],
    });
  return (
    <>
      <p className={styles.text}>{m.policiesText}</p>
      <SearchField label={m.searchPolicies} value={query} onChange={setQuery} />
      {found.length === 0 ? (
        <p role="status" className={styles.text}>
          {policies.length === 0 ? m.noPolicies : m.noPolicyMatch}
        </p>
      ) : (
        <fieldset className={styles.choices}>
          <legend className="visually-hidden">{m.policyList}</legend>
          <div className={`${styles.list} ${styles.policies}`}>
            {found.map((policy) => (
              <PolicyChoice
                key={policy.id}
                choice={policy}
                marks={marks}
                lists={[]}
                onToggle={() => toggle(policy.id)}
              />
            ))}
          </div>
        </fieldset>
      )}
    </>
  );
}
