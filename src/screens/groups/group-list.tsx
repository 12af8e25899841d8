import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { searchGroups } from '#domain/groups/group-search.ts';
import type { Group } from '#protocol/rest/group.ts';
import type { GroupCount } from '#protocol/rest/group-counts.ts';
import { groupCountsQuery } from '#rest/group-making.ts';
import { useRoles } from '#session/session-store.ts';
import { usePage } from '#shell/navigation/use-page.ts';
import { InlineChoice } from '#ui/field/inline-choice.tsx';
import { DataTable } from '#ui/list/data-table.tsx';
import { ListPage } from '#ui/list/list-page.tsx';
import { useList } from '#ui/list/use-list.ts';
import { useObservable } from '#ui/use-observable.ts';
import { GroupRow } from './group-row.tsx';
import styles from './groups-screen.module.css';
import { m } from './messages.ts';
import { pendingDeletions } from './pending-deletions.ts';
import { PendingRow } from './pending-row.tsx';

const PER_PAGE = ['10', '20', '40'].map((value) => ({ value, title: value }));
const DEBOUNCE_MS = 300;
/** Longer lists have a fixed height and scroll. */
const MAX_FULL_HEIGHT = 15;

/** Page number and page size are in the address. */
function useGroupPlace() {
  const { perPage = 10 } = useSearch({ from: '/console/settings/groups' });
  const navigate = useNavigate({ from: '/settings/groups' });
  const place = { ...usePage(), perPage };
  const setPerPage = (next: string) => {
    const search = next === '20' ? { perPage: 20 as const } : next === '40' ? { perPage: 40 as const } : {};
    void navigate({ search, replace: true });
  };
  return { place, setPerPage };
}

/** Keyed by group id; empty for users who are not maintainers. */
function useCounts(isNeeded: boolean): ReadonlyMap<string, GroupCount> {
  const { data } = useQuery({ ...groupCountsQuery(), enabled: isNeeded });
  return useMemo(() => new Map(data?.map((count) => [count.id, count])), [data]);
}

export function GroupList(props: {
  groups: readonly Group[];
  favourites: ReadonlySet<string>;
  addButton: ReactNode;
  onEdit: (group: Group) => void;
  onDelete: (group: Group) => void;
}) {
  const { groups, favourites } = props;
  const { groupMaintainer } = useRoles();
  // While the pointer is on the list, no row moves: the next press would hit another group's star.
  const [held, setHeld] = useState<ReadonlySet<string>>();
  const first = held ?? favourites;
  const search = useCallback(
    (all: readonly Group[], query: string) => searchGroups(all, query, first),
    [first],
  );
  const { place, setPerPage } = useGroupPlace();
  const list = useList(groups, { search, place, quietMs: DEBOUNCE_MS });
  const counts = useCounts(groupMaintainer);
  const pending = useObservable(pendingDeletions);
  const columns = [
    ...[m.name, m.type],
    ...(groupMaintainer ? [m.members, m.tutors] : []),
    ...[m.favourite, m.actions],
  ];
  return (
    <ListPage
      list={list}
      searchLabel={m.search}
      noMatch={m.noMatch}
      status={
        <>
          {props.addButton}
          <InlineChoice
            label={m.perPage}
            value={String(place.perPage)}
            options={PER_PAGE}
            onChange={setPerPage}
          />
        </>
      }
    >
      {(shown) => (
        <div
          className={styles.list}
          data-scrolls={groups.length > MAX_FULL_HEIGHT || undefined}
          onPointerEnter={() => setHeld(favourites)}
          onPointerLeave={() => setHeld(undefined)}
        >
          <DataTable caption={m.groups} columns={columns} hasActions>
            {shown.map((group) => {
              const deletion = pending.get(group.id);
              return deletion === undefined ? (
                <GroupRow
                  key={group.id}
                  group={group}
                  isFavourite={favourites.has(group.id)}
                  isMaintainer={groupMaintainer}
                  count={counts.get(group.id)}
                  onEdit={() => props.onEdit(group)}
                  onDelete={() => props.onDelete(group)}
                />
              ) : (
                <PendingRow key={group.id} id={group.id} deletion={deletion} columnCount={columns.length} />
              );
            })}
          </DataTable>
        </div>
      )}
    </ListPage>
  );
}
