import { mdiChevronLeft, mdiChevronRight } from '@mdi/js';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { createMemberFinder, findMembers } from '#domain/groups/find-members.ts';
import { searchMembers } from '#domain/groups/member-search.ts';
import type { ColumnKind } from '#domain/lists/list-column.ts';
import { Button } from '#ui/button.tsx';
import { PickList } from '#ui/field/pick-list.tsx';
import { SearchField } from '#ui/field/search-field.tsx';
import { ListFile } from '#ui/list-file/list-file.tsx';
import type { Candidate } from './candidates.ts';
import styles from './member-fields.module.css';
import { MemberReview } from './member-review.tsx';
import { m } from './messages.ts';

const COLUMNS_OF_PEOPLE: readonly ColumnKind[] = ['email', 'id', 'personName', 'serialNumber'];
/** In the order of `listNames`. */
export const COLUMNS_OF_DEVICES: readonly ColumnKind[] = ['serialNumber', 'hostname', 'id'];

const NONE: ReadonlySet<string> = new Set();

const without = (ids: ReadonlySet<string>, id: string): ReadonlySet<string> =>
  new Set([...ids].filter((each) => each !== id));

function Side(props: {
  title: string;
  candidates: readonly Candidate[];
  chosen: ReadonlySet<string>;
  emptyText: string;
  onChoose: (chosen: ReadonlySet<string>) => void;
  onPick: (id: string) => void;
}) {
  const { title, candidates } = props;
  const [query, setQuery] = useState('');
  const deferredQuery = useDeferredValue(query);
  const found = useMemo(
    () =>
      searchMembers(
        candidates.map((candidate) => ({ ...candidate, deviceName: candidate.detail })),
        deferredQuery,
      ),
    [candidates, deferredQuery],
  );
  return (
    <section aria-label={title} className={styles.side}>
      <h3 className={styles.sideTitle}>{m.countOf({ list: title, count: candidates.length })}</h3>
      <div className={styles.find}>
        <SearchField label={m.searchIn({ list: title })} value={query} onChange={setQuery} />
        <Button
          aria-disabled={found.length === 0}
          onClick={() => props.onChoose(new Set([...props.chosen, ...found.map(({ id }) => id)]))}
        >
          {deferredQuery.trim() === '' ? m.chooseAll : m.chooseAllFound}
        </Button>
      </div>
      <PickList
        label={title}
        items={found}
        chosen={props.chosen}
        emptyText={candidates.length === 0 ? props.emptyText : m.noMatch}
        onChoose={props.onChoose}
        onPick={props.onPick}
      />
    </section>
  );
}

/** Two lists with buttons between them: the members of the group, and the other candidates. */
export function MemberPicker(props: {
  kind: 'user' | 'device';
  candidates: readonly Candidate[];
  members: readonly string[];
  onChange: (members: readonly string[]) => void;
}) {
  const { kind, candidates, members, onChange } = props;
  const [toAdd, setToAdd] = useState(NONE);
  const [toRemove, setToRemove] = useState(NONE);
  const inGroup = useMemo(() => new Set(members), [members]);
  const available = useMemo(() => candidates.filter(({ id }) => !inGroup.has(id)), [candidates, inGroup]);
  const selected = useMemo(() => candidates.filter(({ id }) => inGroup.has(id)), [candidates, inGroup]);
  const isPeople = kind === 'user';

  function add(): void {
    onChange([...members, ...available.flatMap(({ id }) => (toAdd.has(id) ? [id] : []))]);
    setToAdd(NONE);
  }
  function remove(): void {
    onChange(members.filter((id) => !toRemove.has(id)));
    setToRemove(NONE);
  }
  const find = useMemo(
    () => createMemberFinder(candidates.map(({ id, listNames }) => ({ id, names: listNames }))),
    [candidates],
  );
  const isKnown = useCallback((entry: string) => find(entry).length > 0, [find]);

  return (
    <>
      <div className={styles.picker}>
        <Side
          title={isPeople ? m.availableUsers : m.availableDevices}
          candidates={available}
          chosen={toAdd}
          emptyText={isPeople ? m.nobodyAvailable : m.nothingAvailable}
          onChoose={setToAdd}
          onPick={(id) => {
            setToAdd(without(toAdd, id));
            onChange([...members, id]);
          }}
        />
        <div className={styles.between}>
          <Button
            icon={mdiChevronRight}
            aria-disabled={toAdd.size === 0}
            aria-description={toAdd.size === 0 ? m.chooseToAdd : undefined}
            onClick={() => toAdd.size > 0 && add()}
          >
            {m.add}
          </Button>
          <Button
            icon={mdiChevronLeft}
            aria-disabled={toRemove.size === 0}
            aria-description={toRemove.size === 0 ? m.chooseToRemove : undefined}
            onClick={() => toRemove.size > 0 && remove()}
          >
            {m.remove}
          </Button>
        </div>
        <Side
          title={isPeople ? m.selectedUsers : m.selectedDevices}
          candidates={selected}
          chosen={toRemove}
          emptyText={m.nothingSelected}
          onChoose={setToRemove}
          onPick={(id) => {
            setToRemove(without(toRemove, id));
            onChange(members.filter((each) => each !== id));
          }}
        />
      </div>
      <ListFile
        title={m.csvAppend}
        hint={isPeople ? m.csvHintPeople : m.csvHintDevices}
        kinds={isPeople ? COLUMNS_OF_PEOPLE : COLUMNS_OF_DEVICES}
        isKnown={isKnown}
        review={(entries, review) => (
          <MemberReview
            {...review}
            kind={kind}
            found={findMembers(entries, find)}
            isMember={(id) => inGroup.has(id)}
            onAdd={(ids) => onChange([...members, ...ids])}
          />
        )}
      />
    </>
  );
}
