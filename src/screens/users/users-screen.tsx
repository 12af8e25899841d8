import { useQuery } from '@tanstack/react-query';
import { siteUsersQuery } from '#rest/users.ts';
import { ScreenHeader } from '#shell/layout/screen-header.tsx';
import { lazyPart } from '#shell/lazy/lazy-part.tsx';
import { CountCard } from '#ui/count-card.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { m } from './messages.ts';

/** The code of the table is larger than the rest of the screen, which is shown without waiting for it. */
const UserList = lazyPart(async () => (await import('./user-list.tsx')).UserList, {
  waiting: <Spinner label={m.loading} />,
});
// Loaded in parallel with the rows.
void UserList.preload();

/** The people of the site, connected or not; for group maintainers. */
export function UsersScreen() {
  const { data } = useQuery(siteUsersQuery());
  return (
    <>
      <ScreenHeader crumbs={[{ title: m.users }]}>
        {data === undefined ? null : (
          <CountCard
            count={data.rows.length}
            singular={m.userSingular}
            plural={m.userPlural}
            isComplete={data.isComplete}
          />
        )}
      </ScreenHeader>
      <UserList />
    </>
  );
}
