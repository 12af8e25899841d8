/** Which peers may signal: a tutor with the site's devices that the tutor may reach, both ways. */
import type { Permissions } from '#store/permissions/permissions.ts';
import type { PeerSubject } from './peer-ids.ts';

export type PeerPermissions = Pick<Permissions, 'rolesOfTutor' | 'mayReachClient'>;
export type PeerRefusal = 'other-tenant' | 'other-site' | 'same-kind' | 'not-allowed' | 'not-reached';

/** Undefined: allowed. Called for every frame; the permissions cache their answers until a change. */
export async function refusalBetween(
  one: PeerSubject,
  other: PeerSubject,
  permissions: PeerPermissions,
): Promise<PeerRefusal | undefined> {
  if (one.tenant !== other.tenant) return 'other-tenant';
  if (one.site !== other.site) return 'other-site';
  if (one.kind === other.kind) return 'same-kind';
  const [tutor, device] = one.kind === 'tutor' ? [one, other] : [other, one];
  const key = { tenant: tutor.tenant, site: tutor.site, tutorId: tutor.id };
  const roles = await permissions.rolesOfTutor(key);
  if (roles === undefined) return 'not-allowed';
  return (await permissions.mayReachClient({ ...key, roles }, device.id)) ? undefined : 'not-reached';
}
