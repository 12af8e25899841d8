/**
 * The name of the site runner in this console's network, which decides which groups are visible. The site's
 * runners announce their addresses over the broker; the one that is reachable from here returns its name.
 * Only consoles with restricted groups request it.
 */
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { onDemand } from '#live/live-connection.ts';
import { useConnection } from '#live/use-connection.ts';
import { BACKGROUND_QUERY } from '../start/when-read.ts';

/** A runner may start later than the lesson, and a tutor may carry the console into another network. */
const POLL_INTERVAL_MS = 120_000;
/** A present runner answers soon; the page waits no longer for an absent one. */
const MAX_WAIT_MS = 4_000;

const runnerHostnameQuery = () =>
  queryOptions({
    queryKey: ['site-runner-hostname'],
    // A runner that is silent once keeps its name, because a lesson must not end because of it.
    queryFn: async ({ client, queryKey }): Promise<string | null> => {
      const [{ nearbyRunnerName }, { runnerReach }] = await Promise.all([
        import('./nearby-runner.ts'),
        import('./runner-reach.ts'),
      ]);
      const name = await nearbyRunnerName({
        eachRunner: onDemand.siteRunners,
        nameAt: runnerReach.nameAt,
      });
      return name === undefined ? (client.getQueryData<string | null>(queryKey) ?? null) : name;
    },
    refetchInterval: POLL_INTERVAL_MS,
    // The query needs ten seconds to find out that there is no runner.
    meta: BACKGROUND_QUERY,
  });

/** Undefined until a runner has answered. The request starts once there is a connection. */
export function useRunnerHostname({ isNeeded }: { isNeeded: boolean }): string | undefined {
  const isConnected = useConnection().name === 'connected';
  return useQuery({ ...runnerHostnameQuery(), enabled: isNeeded && isConnected }).data ?? undefined;
}

/** Whether the first answer is pending. Ends a few seconds after the connection. */
export function useIsRunnerAwaited({ isNeeded }: { isNeeded: boolean }): boolean {
  const { name } = useConnection();
  const isAsked = isNeeded && name === 'connected';
  const { isPending } = useQuery({ ...runnerHostnameQuery(), enabled: isAsked });
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isAsked) return;
    const timer = setTimeout(() => setLate(true), MAX_WAIT_MS);
    return () => clearTimeout(timer);
  }, [isAsked]);
  return isNeeded && isPending && !isLate && name !== 'outdated';
}

/** For loaders, which do not wait for runners. */
export const knownRunnerHostname = (client: QueryClient): string | undefined =>
  client.getQueryData(runnerHostnameQuery().queryKey) ?? undefined;
