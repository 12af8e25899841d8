import { useQuery } from '@tanstack/react-query';
import { siteRunnersQuery } from '#rest/admin/site-runners.ts';
import { sitesQuery } from '#rest/sites.ts';
import { ListReader } from '#ui/list/list-page.tsx';
import { m } from './messages.ts';
import { RunnerList } from './runner-list.tsx';

const WORDS = { loading: m.loading, failed: m.notRead, retry: m.tryAgain, outdated: m.outdated };

/** The site runners of the tenant; for super admins. */
export function SiteRunnersScreen() {
  const runners = useQuery(siteRunnersQuery());
  const sites = useQuery(sitesQuery());
  const reading = {
    data: runners.data && sites.data ? { runners: runners.data, sites: sites.data } : undefined,
    error: runners.error ?? sites.error,
    isFetching: runners.isFetching || sites.isFetching,
    refetch: () => Promise.all([runners.refetch(), sites.refetch()]),
  };
  return (
    <ListReader reading={reading} words={WORDS}>
      {(data) => <RunnerList {...data} />}
    </ListReader>
  );
}
