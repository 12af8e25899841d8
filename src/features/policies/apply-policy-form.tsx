import { useEffect, useMemo, useState } from 'react';
import { searchFor } from '#domain/lists/search-text.ts';
import { shownName } from '#domain/people/shown-name.ts';
import {
  changedPolicies,
  currentMarks,
  type PolicyMarks,
  resultingList,
  withToggled,
} from '#domain/policies/policy-selection.ts';
import type { PolicyApplication } from '#protocol/rest/policy.ts';
import { DialogForm } from '#ui/dialog/dialog-form.tsx';
import { SearchField } from '#ui/field/search-field.tsx';
import styles from './apply-policy-form.module.css';
import { m } from './messages.ts';
import type { PolicyChange, PolicyRun } from './policy-changes.ts';
import { type Choice, PolicyChoice } from './policy-choice.tsx';
import { SaveProgress } from './save-progress.tsx';
import type { ReadRecipient } from './use-applied-policies.ts';
import { usePolicyChanges } from './use-policy-changes.ts';

/** An application without expiry and without a schedule of its own. */
const create = (policyId: string): PolicyApplication => ({
  policyId,
  disabled: false,
  disabledTTL: null,
  expiry: null,
});

/** The required writes. A recipient whose list stays the same gets none. */
function changesOf(
  recipients: readonly ReadRecipient[],
  before: PolicyMarks,
  after: PolicyMarks,
): PolicyChange[] {
  return recipients.flatMap(({ target, name, list }) => {
    const former: readonly PolicyApplication[] = list;
    const next = resultingList(former, { before, after, create });
    if (next === former) return [];
    return [{ target, name, write: { policies: next, former }, former: { policies: former, former: next } }];
  });
}

function whom(recipients: readonly ReadRecipient[]): string {
  const [first] = recipients;
  if (recipients.length === 1 && first) return m.toOne({ name: shownName(first.name, 60) });
  const { kind } = first?.target ?? {};
  const isMixed = recipients.some(({ target }) => target.kind !== kind);
  return m.toMany({
    count: recipients.length,
    of: kind === 'groups' || kind === undefined || isMixed ? 'mixed' : kind,
  });
}

export function ApplyPolicyForm(props: {
  choices: readonly Choice[];
  recipients: readonly ReadRecipient[];
  notes: readonly string[];
  onClose: () => void;
}) {
  const { choices, recipients, onClose } = props;
  const apply = usePolicyChanges();
  const before = useMemo(() => currentMarks(recipients.map(({ list }) => list)), [recipients]);
  const [marks, setMarks] = useState(before);
  const [query, setQuery] = useState('');
  const [run, setRun] = useState<PolicyRun>();
  const isSame = changedPolicies(before, marks).length === 0;
  const finds = searchFor(query);
  const found = choices.filter(({ name }) => finds(name));

  useEffect(() => {
    const look = () => {
      if (run === undefined) return;
      const { ended, answers } = run.get();
      if (ended && [...answers.values()].every(({ state }) => state === 'confirmed')) onClose();
    };
    look();
    return run?.subscribe(look);
  }, [run, onClose]);

  function confirm(): void {
    const titles = { title: m.applyPolicy, back: m.applyPolicyUndone };
    setRun(apply(titles, changesOf(recipients, before, marks)));
  }

  return (
    <DialogForm
      cancelTitle={run === undefined ? m.cancel : m.close}
      onCancel={onClose}
      submit={
        run === undefined
          ? { title: m.confirm, obstacle: isSame ? m.nothingChanged : undefined, onSubmit: confirm }
          : undefined
      }
      notice={
        run === undefined ? null : (
          <div className={styles.run}>
            <SaveProgress run={run} recipients={recipients} />
          </div>
        )
      }
    >
      <p className={styles.whom}>{whom(recipients)}</p>
      {props.notes.map((note) => (
        <p key={note} className={styles.note}>
          {note}
        </p>
      ))}
      <div className={styles.search}>
        <SearchField label={m.search} value={query} onChange={setQuery} />
      </div>
      <fieldset className={styles.choices} disabled={run !== undefined}>
        <legend className="visually-hidden">{m.listLabel}</legend>
        <div className={styles.list}>
          {found.map((choice) => (
            <PolicyChoice
              key={choice.id}
              choice={choice}
              marks={marks}
              lists={recipients}
              onToggle={() => setMarks((now) => withToggled(now, choice.id))}
            />
          ))}
          {found.length === 0 ? (
            <p role="status" className={styles.none}>
              {m.noMatch}
            </p>
          ) : null}
        </div>
      </fieldset>
    </DialogForm>
  );
}
