import { useEffect, useRef } from 'react';
import { shownName } from '#domain/people/shown-name.ts';
import { markOf, type PolicyMarks } from '#domain/policies/policy-selection.ts';
import type { Policy } from '#protocol/rest/policy.ts';
import { NamedIcon } from '../../ui/icon/named-icon.tsx';
import styles from './apply-policy-form.module.css';
import { m } from './messages.ts';
import type { RecipientPolicies } from './use-applied-policies.ts';

/** A policy that may be applied, or that is. */
export type Choice = Pick<Policy, 'id' | 'name' | 'meta' | 'disabled'>;

/** One policy: checked, unchecked, or applied to some. */
export function PolicyChoice(props: {
  choice: Choice;
  marks: PolicyMarks;
  lists: readonly RecipientPolicies[];
  onToggle: () => void;
}) {
  const { choice, lists } = props;
  const mark = markOf(props.marks, choice.id);
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = mark === 'indeterminate';
  }, [mark]);
  const shown = shownName(choice.name) || m.unnamed;
  const name = choice.disabled ? m.disabledName({ name: shown }) : shown;
  const count = lists.filter(({ list }) => list.some(({ policyId }) => policyId === choice.id)).length;
  return (
    <label className={styles.choice}>
      <input
        ref={box}
        type="checkbox"
        className={styles.box}
        checked={mark === 'checked'}
        onChange={props.onToggle}
      />
      <NamedIcon name={choice.meta.icon?.icon ?? ''} color={choice.meta.icon?.color ?? ''} />
      <span className={styles.name} data-tip={name}>
        {name}
      </span>
      {mark === 'indeterminate' ? (
        <span className={styles.some}>{m.someHave({ count, of: lists.length })}</span>
      ) : null}
    </label>
  );
}
