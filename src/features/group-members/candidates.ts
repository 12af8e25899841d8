/** The people and devices of a site as possible members of a group. */
import { serialNumberOf } from '#domain/devices/serial-number.ts';
import type { Known } from '#domain/groups/find-members.ts';
import { byName } from '#domain/groups/member-search.ts';
import { trimmedText } from '#domain/visible-text.ts';
import type { Device } from '#protocol/rest/device.ts';
import type { User } from '#protocol/rest/user.ts';
import type { PickItem } from '#ui/field/pick-list.tsx';

/** A possible member. `listNames`: the names that an uploaded list may use, best first. */
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
  // A placeholder serial number is shared by many devices, so it is not a name.
  listNames: [serialNumberOf(serialNumber), id, [hostname, alias]],
});

/** Members missing in the site's list stay members, and are shown by their id. */
export function withStrangers(candidates: readonly Candidate[], entries: readonly string[]): Candidate[] {
  const known = new Set(candidates.map(({ id }) => id));
  const strangers = entries.filter((id) => !known.has(id)).map((id) => ({ id, name: id, listNames: [id] }));
  return [...candidates, ...strangers].sort(byName);
}
