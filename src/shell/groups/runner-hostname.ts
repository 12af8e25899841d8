/**
 * The name of the site runner in this console's network, which decides which groups are meant for it. The runners of the
 * site say over the broker where they are; the one that can be reached from here says its name. Only consoles whom it
 * concerns ask.
 */
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { onDemand } from '../../live/live-connection.ts';
import { useConnection } from '../../live/use-connection.ts';
import { MOSTLY_WAITS } from '../start/when-read.ts';

/** A runner may be started later than the lesson, and a tutor may carry the console into another network. */
const ASK_AGAIN_MS = 120_000;
/** A runner that is there answers soon; the page waits no longer for a runner that is not. */
const AWAITED_MS = 4_000;

const runnerHostnameQuery = () =>
  queryOptions({
    queryKey: ['site-runner-hostname'],
    // A runner that is silent for once keeps its name: a lesson must not end because of it.
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
    refetchInterval: ASK_AGAIN_MS,
    // Without a runner it takes ten seconds to know that there is none.
    meta: MOSTLY_WAITS,
  });

/** Undefined while no runner has answered. Asks as soon as there is a connection to ask by. */
export function useRunnerHostname({ isNeeded }: { isNeeded: boolean }): string | undefined {
  const isConnected = useConnection().name === 'connected';
  return useQuery({ ...runnerHostnameQuery(), enabled: isNeeded && isConnected }).data ?? undefined;
}

/** Whether the first answer is still awaited; that ends a few seconds after the connection. */
export function useIsRunnerAwaited({ isNeeded }: { isNeeded: boolean }): boolean {
  const { name } = useConnection();
  const isAsked = isNeeded && name === 'connected';
  const { isPending } = useQuery({ ...runnerHostnameQuery(), enabled: isAsked });
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isAsked) return;
    const timer = setTimeout(() => setLate(true), AWAITED_MS);
    return () => clearTimeout(timer);
  }, [isAsked]);
  return isNeeded && isPending && !isLate && name !== 'outdated';
}

/** For loaders, which wait for no runner. */
export const knownRunnerHostname = (client: QueryClient): string | undefined =>
  client.getQueryData(runnerHostnameQuery().queryKey) ?? undefined;
