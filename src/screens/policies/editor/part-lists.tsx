import { mdiCogOutline, mdiPlus, mdiTrashCanOutline } from '@mdi/js';
import { useEffect, useRef } from 'react';
import type { RawPart } from '#domain/policies/policy-definition.ts';
import { m as partWords } from '#features/policies/parts/messages.ts';
import { conditionLook, effectLook, type PartLook } from '#features/policies/parts/part-looks.ts';
import { IconButton } from '#ui/button.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { m } from './messages.ts';
import { hasDialog } from './part-dialogs.tsx';
import styles from './part-lists.module.css';
import { availableParts, type PartKind, type PolicyDraft, partProblem } from './policy-draft.ts';

const WORDS = {
  effects: {
    available: m.availableEffects,
    applied: m.appliedEffects,
    none: m.noEffects,
    look: effectLook,
  },
  conditions: {
    available: m.availableConditions,
    applied: m.appliedConditions,
    none: m.noConditions,
    look: conditionLook,
  },
} as const;

const namesOf = (joined: string) => joined.split(' ').filter((name) => name !== '');

function Title({ look }: { look: PartLook }) {
  return (
    <span className={styles.title}>
      <Icon path={look.icon} size={18} />
      <span>{look.title}</span>
      {look.isComputerOnly ? <span className={styles.mark}>{partWords.computerOnly}</span> : null}
    </span>
  );
}

/** Two lists, available and applied, between which the kinds move. The focus follows a moved kind. */
export function PartLists(props: {
  kind: PartKind;
  draft: PolicyDraft;
  error?: string | undefined;
  onAdd: (definition: string) => void;
  onConfigure: (part: RawPart) => void;
  onRemove: (definition: string) => void;
}) {
  const { kind, draft } = props;
  const words = WORDS[kind];
  const available = availableParts(draft, kind);
  const box = useRef<HTMLDivElement>(null);
  const applied = draft[kind].map(({ definition }) => definition).join(' ');
  const before = useRef(applied);
  useEffect(() => {
    const [then, now] = [namesOf(before.current), namesOf(applied)];
    before.current = applied;
    const moved = now.find((name) => !then.includes(name)) ?? then.find((name) => !now.includes(name));
    const { activeElement } = document;
    const isElsewhere = activeElement !== document.body && activeElement?.isConnected;
    if (moved === undefined || isElsewhere) return;
    box.current?.querySelector<HTMLElement>(`[data-part="${moved}"] button`)?.focus();
  }, [applied]);
  return (
    <div ref={box} className={styles.lists}>
      <section className={styles.column} aria-label={words.available}>
        <h3 className={styles.heading}>{words.available}</h3>
        <ul className={styles.list}>
          {available.map((definition) => {
            const look = words.look(definition);
            return (
              <li key={definition} className={styles.part} data-part={definition}>
                <Title look={look} />
                <IconButton
                  icon={mdiPlus}
                  size="small"
                  label={m.add({ title: look.title })}
                  onClick={() => props.onAdd(definition)}
                />
              </li>
            );
          })}
          {available.length === 0 ? <li className={styles.none}>{m.allAdded}</li> : null}
        </ul>
      </section>
      <section className={styles.column} aria-label={words.applied}>
        <h3 className={styles.heading}>{words.applied}</h3>
        <ul className={styles.list}>
          {draft[kind].map((part) => (
            <AppliedPart
              key={part.definition}
              kind={kind}
              part={part}
              onConfigure={() => props.onConfigure(part)}
              onRemove={() => props.onRemove(part.definition)}
            />
          ))}
          {draft[kind].length === 0 ? <li className={styles.none}>{words.none}</li> : null}
        </ul>
        {props.error === undefined ? null : (
          <p role="alert" className={styles.error}>
            {props.error}
          </p>
        )}
        {kind === 'conditions' && draft.conditions.length > 1 ? (
          <p className={styles.none}>{m.allMustHold}</p>
        ) : null}
      </section>
    </div>
  );
}

function AppliedPart(props: {
  kind: PartKind;
  part: RawPart;
  onConfigure: () => void;
  onRemove: () => void;
}) {
  const { kind, part } = props;
  const look = WORDS[kind].look(part.definition);
  const problem = partProblem(kind, part);
  return (
    <li className={styles.part} data-part={part.definition}>
      <span className={styles.words}>
        <Title look={look} />
        {problem === undefined ? null : <span className={styles.error}>{problem}</span>}
      </span>
      {hasDialog(part.definition) ? (
        <IconButton
          icon={mdiCogOutline}
          size="small"
          label={m.configure({ title: look.title })}
          onClick={props.onConfigure}
        />
      ) : null}
      <IconButton
        icon={mdiTrashCanOutline}
        size="small"
        label={m.remove({ title: look.title })}
        onClick={props.onRemove}
      />
    </li>
  );
}
