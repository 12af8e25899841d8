import { mdiAccountOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { USER_LIST_ENTRIES } from '#features/action-entries/list-entries.ts';
import { SiteList, type SiteListKind } from '#features/directory/site-list.tsx';
import { usePresentClients } from '#features/directory/use-present-clients.ts';
import { useUnseenOfSite } from '#features/policy-events/unseen-of-site.ts';
import type { SiteUser } from '#protocol/rest/user.ts';
import type { DirectoryList } from '#rest/directory-list.ts';
import { siteUsersQuery } from '#rest/users.ts';
import { usePage } from '#shell/navigation/use-page.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ListReader } from '#ui/list/list-page.tsx';
import { failureWords, m } from './messages.ts';
import { COLUMNS } from './user-columns.tsx';
import { createUserRows, searchUsers, type UserRow, userText } from './user-rows.ts';

const KIND: SiteListKind<UserRow> = {
  of: 'users',
  entries: USER_LIST_ENTRIES,
  columns: COLUMNS,
  search: searchUsers,
  textOf: userText,
  words: m,
};

function Users({ users }: { users: DirectoryList<SiteUser> }) {
  const read = useMemo(createUserRows, []);
  const present = usePresentClients();
  const unseen = useUnseenOfSite();
  const rows = useMemo(() => read(users.rows, { present, unseen }), [read, users, present, unseen]);
  return <SiteList kind={KIND} rows={rows} isComplete={users.isComplete} place={usePage()} />;
}

const WORDS = { loading: m.loading, failed: m.loadFailed, retry: m.retry, outdated: m.outdated };

/** The users of the site: searched, sorted, and selected for actions. */
export function UserList() {
  return (
    <ListReader reading={useQuery(siteUsersQuery())} words={WORDS} failureWords={failureWords}>
      {(users) =>
        users.rows.length === 0 ? (
          <EmptyState icon={mdiAccountOutline} title={m.noUsers} />
        ) : (
          <Users users={users} />
        )
      }
    </ListReader>
  );
}
