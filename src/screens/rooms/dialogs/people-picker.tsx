import { useMemo, useState } from 'react';
import { searchFor } from '#domain/lists/search-text.ts';
import type { RoomPerson } from '#protocol/rest/live-room.ts';
import { PickList } from '#ui/field/pick-list.tsx';
import { SearchField } from '#ui/field/search-field.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { m } from '../messages.ts';
import styles from './people-picker.module.css';
import { usePeople } from './use-people.ts';

/** Selects one person or several. */
export function PeoplePicker(props: {
  chosen: ReadonlySet<string>;
  /** Current members of the room. */
  members?: readonly RoomPerson[];
  isOne?: boolean;
  onChoose: (chosen: ReadonlySet<string>) => void;
}) {
  const { chosen, isOne, onChoose } = props;
  const { people, isFailed } = usePeople(props.members);
  const [search, setSearch] = useState('');
  const found = useMemo(() => {
    const finds = searchFor(search);
    return people?.filter(({ name, detail }) => finds(name, detail));
  }, [people, search]);
  if (isFailed) return <p role="alert">{m.peopleNotRead}</p>;
  if (found === undefined) return <Spinner label={m.people} size={20} />;
  return (
    <div className={styles.picker}>
      <SearchField label={m.search} value={search} onChange={setSearch} />
      <PickList
        label={m.people}
        items={found}
        chosen={chosen}
        emptyText={people?.length === 0 ? m.noPeople : m.noMatch}
        isSingle={isOne}
        onChoose={onChoose}
      />
    </div>
  );
}
