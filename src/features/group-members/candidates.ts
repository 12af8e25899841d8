/** The people and devices of a site as those who can be members of a group. */
import { serialNumberOf } from '#domain/devices/serial-number.ts';
import type { Known } from '#domain/groups/find-members.ts';
import { byName } from '#domain/groups/member-search.ts';
import { trimmedText } from '#domain/visible-text.ts';
import type { Device } from '#protocol/rest/device.ts';
import type { User } from '#protocol/rest/user.ts';
import type { PickItem } from '../../ui/field/pick-list.tsx';

/** A person or a device that can be a member. `listNames`: the names that a list may use, best first. */
export type Candidate = PickItem & { listNames: Known['names'] };

export const ofUser = ({ id, name, email }: User): Candidate => ({
  id,
  name: trimmedText(name) || id,
  detail: email ?? undefined,
  listNames: [id, email, name],
});

export const ofDevice = ({ id, hostname, alias, serialNumber }: Device): Candidate => ({
  id,
  name: trimmedText(alias ?? '') || trimmedText(hostname) || id,
  detail: trimmedText(alias ?? '') ? hostname : (serialNumber ?? undefined),
  // A filler is the number of many devices, and names none.
  listNames: [serialNumberOf(serialNumber), id, hostname, alias],
});

/** Members that the list of the site does not have stay members: they stand by their id. */
export function withStrangers(candidates: readonly Candidate[], entries: readonly string[]): Candidate[] {
  const known = new Set(candidates.map(({ id }) => id));
  const strangers = entries.filter((id) => !known.has(id)).map((id) => ({ id, name: id, listNames: [id] }));
  return [...candidates, ...strangers].sort(byName);
}
