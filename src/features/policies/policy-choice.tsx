import { useId } from 'react';
import { shownName } from '#domain/people/shown-name.ts';
import { markOf, type PolicyMarks } from '#domain/policies/policy-selection.ts';
import type { Policy } from '#protocol/rest/policy.ts';
import { useMixed } from '#ui/field/use-mixed.ts';
import { NamedIcon } from '#ui/icon/named-icon.tsx';
import styles from './apply-policy-form.module.css';
import { m } from './messages.ts';
import { policySentence } from './parts/policy-sentence.ts';
import type { ReadRecipient } from './use-applied-policies.ts';

export type Choice = Pick<Policy, 'id' | 'name' | 'meta' | 'disabled' | 'definition'>;

/** One policy with its checkbox: checked, unchecked, or mixed if applied to some. */
export function PolicyChoice(props: {
  choice: Choice;
  marks: PolicyMarks;
  lists: readonly ReadRecipient[];
  onToggle: () => void;
}) {
  const { choice, lists } = props;
  const mark = markOf(props.marks, choice.id);
  const box = useMixed(mark === 'indeterminate');
  const sentenceId = useId();
  const sentence = choice.definition && policySentence(choice.definition);
  const shown = shownName(choice.name) || m.unnamed;
  const name = choice.disabled ? m.disabledName({ name: shown }) : shown;
  const count = lists.filter(({ list }) => list.some(({ policyId }) => policyId === choice.id)).length;
  const some = mark === 'indeterminate' ? m.someHave({ count, of: lists.length }) : undefined;
  return (
    <label className={styles.choice}>
      <input
        ref={box}
        type="checkbox"
        className={styles.box}
        aria-label={some === undefined ? name : `${name} ${some}`}
        aria-describedby={sentence === undefined ? undefined : sentenceId}
        checked={mark === 'checked'}
        onChange={props.onToggle}
      />
      <NamedIcon name={choice.meta.icon?.icon ?? ''} color={choice.meta.icon?.color ?? ''} />
      <span className={styles.words}>
        <span className={styles.name} data-tip={name}>
          {name}
        </span>
        {sentence === undefined ? null : (
          <span id={sentenceId} className={styles.sentence} data-tip={sentence}>
            {sentence}
          </span>
        )}
      </span>
      {some === undefined ? null : <span className={styles.some}>{some}</span>}
    </label>
  );
}
