/** The devices of a wall in order: connected ones, those that have left, and members that never connected. */

import { shownText } from '#domain/shown-text.ts';
import { compareTiles, type TileRank } from '#domain/wall/tile-state.ts';
import { absentKey } from '#features/device-card/absent-members.ts';
import { deviceTitle, personName } from '#live/device-facts.ts';
import type { DeviceStore } from '#live/device-store.ts';
import type { EpochMs } from '#protocol/clock.ts';
import type { GroupMember } from '#protocol/rest/group-member.ts';
import type { LiveClient } from '#protocol/threads/live-worker.ts';

/** `isAbsent`: a group member that this wall has never seen. Its key is not a clientId. */
export type Tile = TileRank & {
  isAbsent: boolean;
  /** Id in the directory; undefined if unknown, or if it is not a member's device. */
  deviceId: string | undefined;
  /** For an absent member, the time of its last enrolment; null: never; undefined: unknown. */
  seenAt?: EpochMs | null | undefined;
};

type Devices = Pick<DeviceStore, 'ids' | 'get' | 'subscribeChanges'>;

/** `info` and `isOffline` are the values that the tile was created from. */
type Known = { info: LiveClient['info']; isOffline: boolean; isHere: boolean; tile: Tile };

/** Limits the memory of a wall that runs for days while devices come and go. */
const MAX_KNOWN = 3_000;
/** Further absent members have no tile. */
const MAX_ABSENT = 500;

function tileOf(client: LiveClient): Tile {
  const hostname = deviceTitle(client);
  return {
    key: client.clientId,
    name: personName(client) ?? hostname,
    hostname,
    isOnline: !client.isOffline,
    isAbsent: false,
    deviceId: client.info?.deviceId,
  };
}

function absentTile(member: Extract<GroupMember, { kind: 'device' }>): Tile {
  const seenMs = member.lastSeen == null ? member.lastSeen : Date.parse(member.lastSeen);
  const seenAt = Number.isNaN(seenMs) ? undefined : seenMs;
  const hostname = shownText(member.hostname);
  const name = shownText(member.alias ?? '') || hostname;
  return {
    key: absentKey(member.id),
    name,
    hostname,
    isOnline: false,
    isAbsent: true,
    deviceId: member.id,
    seenAt,
  };
}

/** The devices that this wall has seen. It survives a refetch of the group's members. */
export function createSeen(devices: Devices) {
  const seen = new Map<string, Known>();
  let tiles: readonly Tile[] = [];

  function update(clientId: string): boolean {
    const client = devices.get(clientId);
    const before = seen.get(clientId);
    if (client === undefined) return false;
    const { info, isOffline } = client;
    if (before?.isHere && before.info === info && before.isOffline === isOffline) return false;
    // A device that reconnects keeps its name until it has sent its details.
    const tile = info || before === undefined ? tileOf(client) : { ...before.tile, isOnline: !isOffline };
    seen.set(clientId, { info, isOffline, isHere: true, tile });
    return true;
  }

  function markGone(here: ReadonlySet<string>): boolean {
    let isChanged = false;
    for (const [clientId, known] of seen) {
      if (!known.isHere || here.has(clientId)) continue;
      seen.set(clientId, { ...known, isHere: false, tile: { ...known.tile, isOnline: false } });
      isChanged = true;
    }
    return isChanged;
  }

  function dropOldest(): void {
    for (const [clientId, { isHere }] of seen) {
      if (seen.size <= MAX_KNOWN) return;
      if (!isHere) seen.delete(clientId);
    }
  }

  return {
    /** Unsorted. The same array while no tile has changed. */
    tiles(): readonly Tile[] {
      const here = new Set(devices.ids());
      const changed = [...here].filter(update);
      if (!markGone(here) && changed.length === 0) return tiles;
      dropOldest();
      tiles = [...seen.values()].map(({ tile }) => tile);
      return tiles;
    },
    isEmpty: () => seen.size === 0,
  };
}

export function createTiles(
  devices: Devices,
  members: readonly GroupMember[],
  seen: ReturnType<typeof createSeen>,
) {
  let of: readonly Tile[] | undefined;
  let list: readonly Tile[] = [];

  function withAbsent(tiles: readonly Tile[]): readonly Tile[] {
    const known = new Set(tiles.map(({ deviceId }) => deviceId));
    const absent = members.flatMap((member) =>
      member.kind === 'device' && !known.has(member.id) ? [absentTile(member)] : [],
    );
    return [...tiles, ...absent.slice(0, MAX_ABSENT)].sort(compareTiles);
  }

  return {
    subscribe: devices.subscribeChanges,
    /** The tiles, as the same array until a tile changes. */
    get(): readonly Tile[] {
      const tiles = seen.tiles();
      if (tiles === of) return list;
      of = tiles;
      list = withAbsent(tiles);
      return list;
    },
  };
}

/** Targets of actions on these tiles. A device that has left counts as an absent member and can be woken. */
export function targetKeys(
  keys: readonly string[],
  tiles: readonly Tile[],
  devices: Pick<DeviceStore, 'get'>,
): string[] {
  const byKey = new Map(tiles.map((tile) => [tile.key, tile]));
  return keys.map((key) => {
    const deviceId = byKey.get(key)?.deviceId;
    return deviceId === undefined || devices.get(key) !== undefined ? key : absentKey(deviceId);
  });
}
