/** A member as a row: directory record and connected devices. */

import type { DeviceType } from '#domain/devices/device-type.ts';
import { isShutOut, wokenAtOf } from '#domain/devices/wake-status.ts';
import { byName } from '#domain/groups/member-search.ts';
import { trimmedText } from '#domain/visible-text.ts';
import type { EpochMs } from '#protocol/clock.ts';
import type { GroupMember } from '#protocol/rest/group-member.ts';
import type { LiveClient } from '#protocol/threads/live-worker.ts';

export type MemberRow = {
  id: string;
  kind: 'user' | 'device';
  /** Text from the directory or a device; may be empty. */
  name: string;
  /** The device's own name. For a user, the names of their connected devices. */
  deviceName: string | undefined;
  /** The user at the device. */
  userName: string | undefined;
  type: DeviceType | undefined;
  version: string | undefined;
  /** For a device: when the last wake was sent to it. */
  wokenAt: EpochMs | undefined;
  /** The directory has shut the device out. */
  isShutOut: boolean;
  /** The connected devices of this member. */
  clients: readonly LiveClient[];
};

/** The connected devices by directory id, of the device and of the person. */
export type OnlineMembers = {
  byDevice: ReadonlyMap<string, readonly LiveClient[]>;
  byUser: ReadonlyMap<string, readonly LiveClient[]>;
};

const NO_CLIENTS: readonly LiveClient[] = [];
const words = (list: readonly (string | undefined)[]) =>
  [...new Set(list.map((each) => each?.trim()).filter(Boolean))].join(', ') || undefined;

function rowOf(member: GroupMember, online: OnlineMembers): MemberRow {
  const { id } = member;
  if (member.kind === 'user') {
    const clients = online.byUser.get(id) ?? NO_CLIENTS;
    const [first] = clients;
    return {
      id,
      clients,
      kind: 'user',
      name: member.name.trim(),
      userName: undefined,
      deviceName: words(clients.map(({ info }) => info?.device.hostname)),
      type: first?.info?.type,
      version: first?.info?.version,
      wokenAt: undefined,
      isShutOut: false,
    };
  }
  const clients = online.byDevice.get(id) ?? NO_CLIENTS;
  const hostname = trimmedText(member.hostname);
  return {
    id,
    clients,
    kind: 'device',
    type: member.type,
    version: member.version,
    wokenAt: wokenAtOf(member),
    isShutOut: isShutOut(member),
    name: trimmedText(member.alias ?? '') || hostname,
    deviceName: hostname || undefined,
    userName: words(clients.map(({ info }) => info?.user?.name ?? info?.device.username)),
  };
}

/** The rows, sorted by name. */
export const memberRows = (members: readonly GroupMember[], online: OnlineMembers): MemberRow[] =>
  members.map((member) => rowOf(member, online)).sort(byName);
