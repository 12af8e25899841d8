/** Derives the facts of the rule from the states of the live worker and the platform. */
import type { DarkFacts, HeardFacts, PlatformFacts } from '#domain/devices/why-dark.ts';
import { deviceType } from '#live/device-facts.ts';
import type { DebugRecord, DroppedMessages } from '#protocol/debug-report.ts';
import type { Reachability } from '#protocol/rest/reachability.ts';
import type { ConnectionState, LiveClient } from '#protocol/threads/live-worker.ts';

export function ownFacts(state: ConnectionState, lostAt: number | undefined): DarkFacts['own'] {
  if (state.name === 'connected') return { name: 'connected', at: state.since };
  return state.name === 'connecting' ? { name: 'connecting' } : { name: 'lost', at: lostAt };
}

/**
 * Messages dropped before the last picture do not count, because the device has recovered. The comparison is
 * strict, because that picture itself may have been dropped.
 */
function droppedFacts(dropped: DroppedMessages | undefined, lastPictureAt: number | undefined) {
  if (dropped === undefined || (lastPictureAt !== undefined && dropped.lastAt < lastPictureAt))
    return undefined;
  const counts = Object.entries(dropped.counts).sort(([, a], [, b]) => b - a);
  const [most] = counts;
  return most && { reason: most[0], count: counts.reduce((sum, [, count]) => sum + count, 0) };
}

/** The worker's notes about one client in the watched place. */
export type Account = { record: DebugRecord | undefined; dropped: DroppedMessages | undefined };

/** `client`: undefined without a record; `account`: undefined until the first one arrives. */
export function heardFacts(
  client: LiveClient | undefined,
  account: Account | undefined,
): HeardFacts | undefined {
  const record = account?.record;
  if (client === undefined && (record === undefined || record.isOffline)) return undefined;
  const lastPictureAt = record?.lastPictureReceived;
  return {
    isOffline: client?.isOffline ?? record?.isOffline ?? false,
    offlineSince: record?.isOffline ? record.onlineStatusChangedAt : undefined,
    hasInfo: client?.info !== undefined || record?.hasInfo === true,
    type: client ? deviceType(client) : 'unknown',
    version: client?.info?.version ?? '',
    displayCount: client?.info?.displays.length,
    isPrivate: client?.statuses?.privacy === true,
    isPrivateByPolicy: client?.statuses?.privacy === true && client.statuses.privacyByPolicy === true,
    askedAt: record === undefined ? undefined : (record.picturesAskedAt ?? null),
    lastPictureAt,
    dropped: droppedFacts(account?.dropped, lastPictureAt),
    clockAheadMs: record?.clockAheadMs,
  };
}

const ms = (iso: string | null | undefined): number | null => (iso == null ? null : Date.parse(iso));

/**
 * Converts the platform's times to this machine's clock. `groupId`: the group in which the device is viewed.
 * A connection that belongs to another client of the device is ignored.
 */
export function platformFacts(
  known: Reachability | undefined,
  groupId: string | undefined,
  readAtMs: number,
): PlatformFacts | undefined {
  if (known === undefined) return undefined;
  const skewMs = readAtMs - Date.parse(known.at);
  const at = (iso: string | null | undefined) => {
    const time = ms(iso);
    return time === null ? null : time + skewMs;
  };
  const { connection, refused } = known;
  return {
    enrolledAt: at(known.enrolledAt),
    connectedAt: at(connection?.since),
    endedAt: at(connection?.endedAt),
    endedWhy: connection?.endedWhy ?? undefined,
    replacedElsewhereAt: connection?.isReplacedElsewhere
      ? (at(connection.replacedAt) ?? undefined)
      : undefined,
    refused: refused ? { at: at(refused.at) ?? 0, why: refused.why } : undefined,
    isInGroup: groupId === undefined ? undefined : known.groups.includes(groupId),
    runner: known.runner,
  };
}
