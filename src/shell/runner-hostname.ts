/**
 * The name of the site's runner: it says in which network this console is, and so which groups are meant for it
 * (part 1 §5). Asked for over the broker, by those alone whom it concerns.
 */
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { onDemand } from '../live/live-connection.ts';
import { useConnection } from '../live/use-connection.ts';

/** A runner may be started later than the lesson. */
const ASK_AGAIN_MS = 120_000;
/** A runner that is there answers soon; nobody is kept waiting for one that is not. */
const AWAITED_MS = 4_000;

const runnerHostnameQuery = () =>
  queryOptions({
    queryKey: ['site-runner-hostname'],
    // A runner that is silent for once has the name it had: nobody is sent out of a lesson for it.
    queryFn: async ({ client, queryKey }): Promise<string | null> =>
      (await onDemand.siteRunnerHostname()) ?? client.getQueryData<string | null>(queryKey) ?? null,
    refetchInterval: ({ state }) => (state.data === null ? ASK_AGAIN_MS : false),
  });

/** Undefined while no runner has answered. Asks as soon as there is a connection to ask by. */
export function useRunnerHostname({ isNeeded }: { isNeeded: boolean }): string | undefined {
  const isConnected = useConnection().name === 'connected';
  return useQuery({ ...runnerHostnameQuery(), enabled: isNeeded && isConnected }).data ?? undefined;
}

/** Whether the first answer is still to come; a few seconds from the connection on nobody waits any more. */
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
