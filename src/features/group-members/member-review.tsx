import { useState } from 'react';
import type { FoundMembers, SharedName } from '#domain/groups/find-members.ts';
import { CheckField } from '#ui/field/field.tsx';
import { FieldError } from '#ui/field/field-parts.tsx';
import { EntryChips } from '#ui/list-file/entry-chips.tsx';
import type { ListReview } from '#ui/list-file/list-purpose.ts';
import { ReviewButtons } from '#ui/list-file/review-buttons.tsx';
import styles from './member-fields.module.css';
import { m } from './messages.ts';

/** Reviews the members that a list adds. A name shared by several members adds all, unless declined. */
export function MemberReview(
  props: ListReview & {
    kind: 'user' | 'device';
    found: FoundMembers;
    isMember: (id: string) => boolean;
    onAdd: (ids: readonly string[]) => void;
  },
) {
  const { found, kind, file, isMember } = props;
  const [withShared, setWithShared] = useState(true);
  const doubtful = new Set(found.shared.flatMap(({ ids }) => ids));
  const ids = withShared ? found.ids : found.ids.filter((id) => !doubtful.has(id));
  const added = ids.filter((id) => !isMember(id));
  const counts = { added: added.length, present: ids.length - added.length };
  return (
    <div className={styles.review}>
      <Outcome {...counts} addedText={m.csvWillAdd({ count: added.length })} unknown={found.unknown} />
      {found.shared.length === 0 ? null : (
        <CheckField
          label={m.csvShared({ kind, names: namesOf(found.shared), count: doubtful.size })}
          value={withShared}
          onChange={setWithShared}
        />
      )}
      <ReviewButtons
        count={added.length}
        onAdd={() => {
          props.onAdd(added);
          const addedText = m.csvAppended({ file, count: added.length });
          props.close(<Outcome {...counts} addedText={addedText} unknown={found.unknown} />);
        }}
        onCancel={() => props.close()}
      />
    </div>
  );
}

/** The maximum number of names in a sentence. */
const MAX_NAMES = 10;

export function namesOf(shared: readonly SharedName[]): string[] {
  const names = shared.slice(0, MAX_NAMES).map(({ entry }) => entry);
  return shared.length > MAX_NAMES ? [...names, m.csvMore({ count: shared.length - MAX_NAMES })] : names;
}

/** The numbers of new and present members, and the unknown entries. */
export function Outcome(props: {
  added: number;
  addedText: string;
  present: number;
  unknown: readonly string[];
}) {
  const { added, present, unknown } = props;
  return (
    <>
      <p>
        <bdi>{added > 0 ? props.addedText : m.csvNothingNew}</bdi>
        {present > 0 ? `, ${m.csvPresent({ count: present })}` : ''}
      </p>
      {unknown.length === 0 ? null : (
        <>
          <FieldError isQuiet>{m.csvUnknown({ count: unknown.length })}</FieldError>
          <EntryChips entries={unknown} more={m.csvMore} />
        </>
      )}
    </>
  );
}
