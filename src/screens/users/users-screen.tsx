import { mdiAccountOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { SiteUser } from '#protocol/rest/user.ts';
import { USER_LIST_ENTRIES } from '../../features/action-entries/list-entries.ts';
import { ListActions } from '../../features/directory/list-actions.tsx';
import { ListStatus } from '../../features/directory/list-status.tsx';
import { usePresentClients } from '../../features/directory/use-present-clients.ts';
import { useUnseenOfSite } from '../../features/policy-events/unseen-of-site.ts';
import type { DirectoryList } from '../../rest/directory-list.ts';
import { siteUsersQuery } from '../../rest/users.ts';
import { ScreenHeader } from '../../shell/layout/screen-header.tsx';
import { CountCard } from '../../ui/count-card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListPage, ListReader } from '../../ui/list/list-page.tsx';
import { useListSelection } from '../../ui/list/list-selection.ts';
import { useList } from '../../ui/list/use-list.ts';
import { failureWords, m } from './messages.ts';
import { createUserRows, searchUsers, userText } from './user-rows.ts';
import { UserTable } from './user-table.tsx';

const PER_PAGE = 10;
const FIRST_SORT = { column: 'name', isDescending: false };

function Users({ users }: { users: DirectoryList<SiteUser> }) {
  const { page = 1 } = useSearch({ from: '/console/users' });
  const navigate = useNavigate({ from: '/users' });
  const onPage = (next: number, replace: boolean) =>
    void navigate({ search: next === 1 ? {} : { page: next }, replace });
  const read = useMemo(createUserRows, []);
  const present = usePresentClients();
  const unseen = useUnseenOfSite();
  const rows = useMemo(() => read(users.rows, { present, unseen }), [read, users, present, unseen]);
  const list = useList(
    rows,
    { search: searchUsers, place: { page, perPage: PER_PAGE, onPage } },
    { first: FIRST_SORT, textOf: userText },
  );
  const selection = useListSelection(rows, list.found);
  const selected = useMemo(() => rows.filter(({ id }) => selection.has(id)), [rows, selection]);
  return (
    <ListPage
      list={list}
      searchLabel={m.search}
      noMatch={m.noMatch}
      status={<ListStatus selected={selected.length} rows={rows.length} isComplete={users.isComplete} />}
      bar={<ListActions of="users" entries={USER_LIST_ENTRIES} selected={selected} />}
    >
      {(shown) => <UserTable rows={shown} list={list} selection={selection} />}
    </ListPage>
  );
}

const WORDS = { loading: m.loading, failed: m.loadFailed, retry: m.retry, outdated: m.outdated };

/** The people of the site, connected or not; for group maintainers. */
export function UsersScreen() {
  const reading = useQuery(siteUsersQuery());
  return (
    <>
      <ScreenHeader crumbs={[{ title: m.users }]}>
        {reading.data === undefined ? null : (
          <CountCard count={reading.data.rows.length} singular={m.userSingular} plural={m.userPlural} />
        )}
      </ScreenHeader>
      <ListReader reading={reading} words={WORDS} failureWords={failureWords}>
        {(users) =>
          users.rows.length === 0 ? (
            <EmptyState icon={mdiAccountOutline} title={m.noUsers} />
          ) : (
            <Users users={users} />
          )
        }
      </ListReader>
    </>
  );
}
