import { mdiAccountGroupOutline } from '@mdi/js';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { searchGroups } from '#domain/groups/group-search.ts';
import { FavouriteStar } from '../../shell/groups/favourite-star.tsx';
import { GroupTypeIcon, groupTypeTitle } from '../../shell/groups/group-type-icon.tsx';
import { useVisibleGroups } from '../../shell/groups/visible-groups.ts';
import { ScreenHeader } from '../../shell/layout/screen-header.tsx';
import { CountCard } from '../../ui/count-card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { InlineChoice } from '../../ui/field/inline-choice.tsx';
import { DataTable } from '../../ui/list/data-table.tsx';
import { ListPage } from '../../ui/list/list-page.tsx';
import { useList } from '../../ui/list/use-list.ts';
import styles from './groups-screen.module.css';
import { m } from './messages.ts';

const PER_PAGE = ['10', '20', '40'].map((value) => ({ value, title: value }));

/** The page, and how long it is, stand in the address. */
function useGroupPlace() {
  const { page = 1, perPage = 10 } = useSearch({ from: '/console/settings/groups' });
  const navigate = useNavigate({ from: '/settings/groups' });
  const place = {
    page,
    perPage,
    onPage: (next: number, replace: boolean) =>
      void navigate({ search: (before) => ({ ...before, page: next === 1 ? undefined : next }), replace }),
  };
  const setPerPage = (next: string) => {
    const search = next === '20' ? { perPage: 20 as const } : next === '40' ? { perPage: 40 as const } : {};
    void navigate({ search, replace: true });
  };
  return { place, setPerPage };
}

/** The groups that this tutor may see; where home goes when there is none. */
export function GroupsScreen() {
  const { groups, favourites } = useVisibleGroups();
  // While the pointer is on the list no row moves: the next press would be on another group's star.
  const [held, setHeld] = useState<ReadonlySet<string>>();
  const first = held ?? favourites;
  const search = useCallback((all: typeof groups, query: string) => searchGroups(all, query, first), [first]);
  const { place, setPerPage } = useGroupPlace();
  const list = useList(groups, { search, place });
  return (
    <>
      <ScreenHeader crumbs={[{ title: m.settings }, { title: m.groups }]}>
        <CountCard count={groups.length} singular={m.groupSingular} plural={m.groupPlural} />
      </ScreenHeader>
      {groups.length === 0 ? (
        <EmptyState icon={mdiAccountGroupOutline} title={m.noGroups} text={m.noGroupsText} />
      ) : (
        <ListPage
          list={list}
          searchLabel={m.search}
          noMatch={m.noMatch}
          status={
            <InlineChoice
              label={m.perPage}
              value={String(place.perPage)}
              options={PER_PAGE}
              onChange={setPerPage}
            />
          }
        >
          {(shown) => (
            <div
              className={styles.list}
              onPointerEnter={() => setHeld(favourites)}
              onPointerLeave={() => setHeld(undefined)}
            >
              <DataTable caption={m.groups} columns={[m.name, m.type, m.favourite]}>
                {shown.map((group) => (
                  <tr key={group.id}>
                    <td>
                      <Link to="/group/$groupId" params={{ groupId: group.id }} className={styles.name}>
                        {group.title}
                      </Link>
                      <span className={styles.typeBelow} aria-hidden="true">
                        {groupTypeTitle(group.definitionName)}
                      </span>
                    </td>
                    <td>
                      <span className={styles.type}>
                        <GroupTypeIcon definition={group.definitionName} decorative />
                        {groupTypeTitle(group.definitionName)}
                      </span>
                    </td>
                    <td>
                      <FavouriteStar group={group} isFavourite={favourites.has(group.id)} />
                    </td>
                  </tr>
                ))}
              </DataTable>
            </div>
          )}
        </ListPage>
      )}
    </>
  );
}
