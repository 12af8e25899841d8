/** The members of the group without a card of their own, because none of their devices is connected. */
import { awayCondition, isMeant } from '#domain/devices/device-actions.ts';
import type { DeviceType } from '#domain/devices/device-type.ts';
import { shownText } from '#domain/shown-text.ts';
import type { DeviceStore } from '#live/device-store.ts';
import type { EpochMs } from '#protocol/clock.ts';
import type { GroupMember } from '#protocol/rest/group-member.ts';
import type { ActionTarget } from '../action-bar/action-target.ts';
import { m } from './messages.ts';

type Devices = Pick<DeviceStore, 'ids' | 'get' | 'subscribeChanges'>;

export type AbsentMember = {
  /** From `absentKey`, unique among the cards. */
  key: string;
  /** Cleaned for display in one line. */
  name: string;
  hostname: string;
  type: DeviceType | undefined;
  /** The last connection of the member. null: never; undefined: not known. */
  seenAt: EpochMs | null | undefined;
  /** For the action bar: a switched-off computer can be woken. Undefined: no action applies. */
  target: ActionTarget | undefined;
};

const seenAtOf = (lastSeen: string | null | undefined): EpochMs | null | undefined => {
  if (lastSeen === null || lastSeen === undefined) return lastSeen;
  const ms = Date.parse(lastSeen);
  return Number.isNaN(ms) ? undefined : ms;
};

function targetOf(member: GroupMember, key: string, name: string): ActionTarget | undefined {
  if (member.kind === 'user') return undefined;
  const target: ActionTarget = {
    key,
    name,
    recipient: undefined,
    deviceId: member.id,
    userId: undefined,
    condition: awayCondition(member.type),
  };
  return isMeant('wake', target.condition) ? target : undefined;
}

const ABSENT = 'absent ';

/** The key of an absent member among the keys of connected devices; no clientId begins with this prefix. */
export const absentKey = (memberId: string) => `${ABSENT}${memberId}`;

export const isAbsentKey = (key: string) => key.startsWith(ABSENT);

function absentOf(member: GroupMember, leftAt: EpochMs | undefined): AbsentMember {
  const key = absentKey(member.id);
  const isDevice = member.kind === 'device';
  const hostname = isDevice ? shownText(member.hostname) : '';
  const name = shownText((isDevice ? member.alias : member.name) ?? '') || hostname || m.unknownUser;
  return {
    key,
    name,
    hostname,
    type: isDevice ? member.type : undefined,
    seenAt: leftAt ?? (isDevice ? seenAtOf(member.lastSeen) : undefined),
    target: targetOf(member, key, name),
  };
}

const isSame = (a: readonly GroupMember[], b: readonly GroupMember[]) =>
  a.length === b.length && a.every((member, at) => member === b[at]);

/**
 * `get` returns the same array until other members are absent. `leftAt`: when each member was seen leaving;
 * the map outlives a refetch of the members.
 */
export function createAbsentMembers(
  devices: Devices,
  members: readonly GroupMember[],
  { leftAt, nowMs }: { leftAt: Map<string, EpochMs>; nowMs: () => EpochMs },
) {
  let present = new Set<string>();
  let missing: readonly GroupMember[] = [];
  let list: readonly AbsentMember[] = [];
  let byKey: ReadonlyMap<string, AbsentMember> = new Map();

  /** The directory ids of the connected devices and people. Ids of sessions are not in the directory. */
  function presentIds(): Set<string> {
    const here = new Set<string>();
    for (const clientId of devices.ids()) {
      const client = devices.get(clientId);
      if (client?.info?.deviceId !== undefined) here.add(client.info.deviceId);
      if (client?.authType === 'user') here.add(client.userId);
    }
    return here;
  }

  function get(): readonly AbsentMember[] {
    const here = presentIds();
    for (const id of present) if (!here.has(id)) leftAt.set(id, nowMs());
    present = here;
    const next = members.filter(({ id }) => !here.has(id));
    if (isSame(next, missing)) return list;
    missing = next;
    list = next.map((member) => absentOf(member, leftAt.get(member.id)));
    byKey = new Map(list.map((member) => [member.key, member]));
    return list;
  }

  return { get, of: (key: string) => byKey.get(key), subscribe: devices.subscribeChanges };
}

export type AbsentMembers = ReturnType<typeof createAbsentMembers>;
