/** The devices of a wall in their order, with those that have left and those of the group that never came. */
import { shownText } from '#domain/shown-text.ts';
import { compareTiles, type TileRank } from '#domain/wall/tile-state.ts';
import type { GroupMember } from '#protocol/rest/group-member.ts';
import type { LiveClient } from '#protocol/threads/live-worker.ts';
import { absentKey } from '../../features/device-card/absent-members.ts';
import { deviceTitle, personName } from '../../live/device-facts.ts';
import type { DeviceStore } from '../../live/device-store.ts';

/** `isAbsent`: a member of the group that this wall has never seen. Its key is not that of a client. */
export type Tile = TileRank & {
  isAbsent: boolean;
  /** In the directory; undefined: not known, or not the device of a member. */
  deviceId: string | undefined;
  /** Of one that is absent: when it enrolled last, in ms since 1970; null: never; undefined: not known. */
  seenAt?: number | null | undefined;
};

type Devices = Pick<DeviceStore, 'ids' | 'get' | 'subscribeChanges'>;

type Known = { info: LiveClient['info']; isOffline: boolean; isHere: boolean; tile: Tile };

/** Devices that came and went while a wall stands for days. */
const MAX_KNOWN = 3_000;
/** Members who are not here have tiles as long as they can be overlooked. */
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

/** The devices that this wall has seen; it outlives another reading of the group's members. */
export const createSeen = () => new Map<string, Known>();

export function createTiles(
  devices: Devices,
  members: readonly GroupMember[],
  seen: ReturnType<typeof createSeen>,
) {
  let list: readonly Tile[] | undefined;

  /** True where something has changed that a tile or the order depends on. */
  function look(): boolean {
    let isChanged = false;
    const here = new Set(devices.ids());
    for (const clientId of here) {
      const client = devices.get(clientId);
      const before = seen.get(clientId);
      if (client === undefined) continue;
      if (before?.isHere && before.info === client.info && before.isOffline === client.isOffline) continue;
      // A device that has come back has not said its name yet: it keeps the one that it had.
      const tile =
        client.info || before === undefined
          ? tileOf(client)
          : { ...before.tile, isOnline: !client.isOffline };
      seen.set(clientId, {
        info: client.info ?? before?.info,
        isOffline: client.isOffline,
        isHere: true,
        tile,
      });
      isChanged = true;
    }
    for (const [clientId, known] of seen) {
      if (!known.isHere || here.has(clientId)) continue;
      seen.set(clientId, { ...known, isHere: false, tile: { ...known.tile, isOnline: false } });
      isChanged = true;
    }
    return isChanged;
  }

  function forgetOldest(): void {
    for (const [clientId, { isHere }] of seen) {
      if (seen.size <= MAX_KNOWN) return;
      if (!isHere) seen.delete(clientId);
    }
  }

  function all(): readonly Tile[] {
    forgetOldest();
    const known = new Set([...seen.values()].flatMap(({ info }) => info?.deviceId ?? []));
    const absent = members.flatMap((member) =>
      member.kind === 'device' && !known.has(member.id) ? [absentTile(member)] : [],
    );
    return [...[...seen.values()].map(({ tile }) => tile), ...absent.slice(0, MAX_ABSENT)].sort(compareTiles);
  }

  return {
    subscribe: devices.subscribeChanges,
    /** The same array as long as nothing of it has changed. */
    get(): readonly Tile[] {
      if (look() || list === undefined) list = all();
      return list;
    },
  };
}

/** What actions on these tiles are for: a device that has left is a member who is not here, and can be woken. */
export function targetKeys(
  meant: readonly string[],
  tiles: readonly Tile[],
  devices: Pick<DeviceStore, 'get'>,
): string[] {
  const byKey = new Map(tiles.map((tile) => [tile.key, tile]));
  return meant.map((key) => {
    const deviceId = byKey.get(key)?.deviceId;
    return deviceId === undefined || devices.get(key) !== undefined ? key : absentKey(deviceId);
  });
}
