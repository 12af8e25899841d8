import { useId } from 'react';
import { GROUP_TYPES, type GroupType } from '#shell/groups/group-type.ts';
import { FieldGroup, FieldHint } from '#ui/field/field-parts.tsx';
import { typeObstacle } from '../group-draft.ts';
import { m } from '../messages.ts';
import styles from './steps.module.css';

/** The types of a group, with the reason where an existing group cannot change to one. */
export function TypeField(props: {
  type: GroupType;
  /** Type of the saved group; undefined for a new one. */
  was: GroupType | undefined;
  hasMembers: boolean;
  onChange: (type: GroupType) => void;
}) {
  const { type, was } = props;
  const id = useId();
  const obstacles = new Set(GROUP_TYPES.flatMap((each) => typeObstacle(was, each) ?? []));
  return (
    <FieldGroup label={m.type}>
      <div className={styles.types}>
        {GROUP_TYPES.map((each) => {
          const obstacle = typeObstacle(was, each);
          return (
            <label key={each} className={styles.type} data-tip={obstacle}>
              <input
                type="radio"
                name={id}
                checked={each === type}
                disabled={obstacle !== undefined}
                aria-describedby={`${id}-hint`}
                onChange={() => props.onChange(each)}
              />
              {m.types[each]}
            </label>
          );
        })}
      </div>
      <FieldHint id={`${id}-hint`}>{[m.typeHints[type], ...obstacles].join(' ')}</FieldHint>
      {was !== undefined && was !== type && props.hasMembers ? (
        <p role="status" className={styles.warning}>
          {m.converted}
        </p>
      ) : null}
    </FieldGroup>
  );
}
