/**
 * The name of the site's runner: it says in which network this console is, and so which groups are meant for it
 * (part 1 §5). Asked for over the broker, by those alone whom it concerns.
 */
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { onDemand } from '../live/live-connection.ts';
import { useConnection } from '../live/use-connection.ts';

/** A runner may be started later than the lesson. */
const ASK_AGAIN_MS = 120_000;

const runnerHostnameQuery = () =>
  queryOptions({
    queryKey: ['site-runner-hostname'],
    queryFn: () => onDemand.siteRunnerHostname(),
    refetchInterval: ({ state }) => (state.data === null ? ASK_AGAIN_MS : false),
  });

/** Undefined while no runner has answered. Asks as soon as there is a connection to ask by. */
export function useRunnerHostname({ isNeeded }: { isNeeded: boolean }): string | undefined {
  const isConnected = useConnection().name === 'connected';
  return useQuery({ ...runnerHostnameQuery(), enabled: isNeeded && isConnected }).data ?? undefined;
}

/** For loaders, which wait for no runner. */
export const knownRunnerHostname = (client: QueryClient): string | undefined =>
  client.getQueryData(runnerHostnameQuery().queryKey) ?? undefined;
