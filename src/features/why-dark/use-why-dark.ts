import { useQuery } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { type DarkFacts, type DarkReason, type PlatformFacts, whyDark } from '#domain/devices/why-dark.ts';
import { debugWatch, liveConnection } from '#live/live-connection.ts';
import { useConnection } from '#live/use-connection.ts';
import type { LiveClient, WatchRequest } from '#protocol/threads/live-worker.ts';
import { reachabilityQuery } from '#rest/devices.ts';
import { heardFacts, ownFacts, platformFacts } from './dark-facts.ts';
import { createDarkReports, type TimedReport } from './dark-reports.ts';
import { darkSentence } from './dark-sentence.ts';

const reports = createDarkReports({ watch: (...asked) => debugWatch.watch(...asked) });

export type DarkDevice = {
  clientId: string;
  client: LiveClient | undefined;
  /** The watch in which the device is viewed. */
  of: WatchRequest['of'];
};

function useOwnFacts(): DarkFacts['own'] {
  const state = useConnection();
  const { connection } = liveConnection;
  return ownFacts(state, useSyncExternalStore(connection.subscribe, connection.lostAt));
}

/** The worker's report about the place, while it is needed. */
function useReport({ clientId, of }: DarkDevice, isNeeded: boolean): TimedReport | undefined {
  const key = JSON.stringify(of);
  const subscribe = useCallback(
    (call: () => void) => (isNeeded ? reports.subscribe({ key, clientId }, call) : () => {}),
    [key, isNeeded, clientId],
  );
  return useSyncExternalStore(subscribe, () => (isNeeded ? reports.get(key) : undefined));
}

/** Whether the device's own record suffices. For an offline device, the report adds the time. */
const isSettled = (reason: DarkReason | undefined) => reason !== undefined && reason.name !== 'offline';

/**
 * Why no picture of the device is visible, and the next step; undefined if no problem is known. `platform`:
 * the platform's facts, if they were requested.
 */
export function useWhyDark(device: DarkDevice, platform?: PlatformFacts): string | undefined {
  const { clientId, client } = device;
  const own = useOwnFacts();
  const first = whyDark({ nowMs: 0, own, heard: heardFacts(client, undefined), platform });
  const timed = useReport(device, !isSettled(first));
  const nowMs = timed?.atMs ?? Date.now();
  const heard = heardFacts(client, timed?.of(clientId));
  const reason = whyDark({ nowMs, own, heard, platform });
  return reason && darkSentence(reason, nowMs);
}

/** The platform's facts about an absent device, by its directory id. */
export function usePlatformFacts(
  deviceId: string | undefined,
  { of, client }: DarkDevice,
): PlatformFacts | undefined {
  const isAway = client === undefined || client.isOffline;
  const isAsked = isAway && deviceId !== undefined;
  const { data, dataUpdatedAt } = useQuery({ ...reachabilityQuery(deviceId ?? ''), enabled: isAsked });
  const groupId = 'groupId' in of ? of.groupId : undefined;
  return isAsked ? platformFacts(data, groupId, dataUpdatedAt) : undefined;
}
