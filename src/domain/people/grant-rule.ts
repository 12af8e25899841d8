/**
 * Who may give a role to whom, and take it away: the platform decides by it, and the interface says why something
 * cannot be done. That the tenant keeps a super admin is not decided here, because it depends on everybody's roles.
 */
import type { RoleName } from './roles.ts';

/** Where a role holds. One that is given for a tag holds on every site with the tag, also on those that get it later. */
export type RolePlace =
  | { kind: 'site'; siteId: string }
  | { kind: 'tag'; tagId: string }
  | { kind: 'everywhere' };

export type GrantedRole = {
  id: string;
  name: string;
  /** It is not shown to people. */
  hidden: boolean;
  /** It is given for the whole tenant only; all others for a site or a tag. */
  global: boolean;
  /** Whoever holds it may be allowed to give it to others. */
  canGrant: boolean;
};

/** A role that somebody holds, and whether they may give it to others there. */
export type HeldLink = { roleId: string; place: RolePlace; canGrant: boolean };

/** Somebody who changes roles. */
export type Granter = { tutorId: string; isSuperAdmin: boolean; links: readonly HeldLink[] };

export type GrantChange =
  /** `canGrant`: the tutor may give the role to others from the beginning. */
  | { kind: 'assign'; canGrant: boolean }
  /** `canGrant`: what the tutor may do with the role until then. */
  | { kind: 'remove'; canGrant: boolean }
  | { kind: 'set-grant'; canGrant: boolean };

export type GrantQuestion = {
  granter: Granter;
  /** Whose role it is. */
  tutor: { tutorId: string; isSuperAdmin: boolean };
  role: GrantedRole;
  place: RolePlace;
  /** The tags of the site, where the place is one. */
  siteTags: ReadonlySet<string>;
  change: GrantChange;
};

/** Why a change may not be made. */
export type GrantObstacle =
  /** A global role for a site or tag, or another role for the whole tenant. */
  | 'wrong-place'
  /** Nobody may be allowed to give the role to others. */
  | 'never-granted'
  | 'hidden-role'
  | 'global-role'
  | 'own-roles'
  | 'of-super-admin'
  /** Who may give the role to others is decided by super admins, also by taking it away from such a person. */
  | 'grants'
  | 'not-held'
  | 'held-without-grant';

export const SUPER_ADMIN: RoleName = 'superAdmin';

/** Undefined: it may be done. */
export function grantObstacle(question: GrantQuestion): GrantObstacle | undefined {
  const { granter, tutor, role, place, change } = question;
  if (change.kind === 'assign' && role.global !== (place.kind === 'everywhere')) return 'wrong-place';
  if (change.kind !== 'remove' && change.canGrant && !role.canGrant) return 'never-granted';
  if (granter.isSuperAdmin) return undefined;
  if (role.hidden) return 'hidden-role';
  if (role.global || place.kind === 'everywhere') return 'global-role';
  if (tutor.tutorId === granter.tutorId) return 'own-roles';
  if (tutor.isSuperAdmin) return 'of-super-admin';
  if (change.kind === 'set-grant' || change.canGrant) return 'grants';
  return obstacleOfHolding(question);
}

/** Others than super admins give and take only what they hold in that place themselves, and may give to others. */
function obstacleOfHolding({ granter, role, place, siteTags }: GrantQuestion): GrantObstacle | undefined {
  const held = granter.links.filter(
    (link) => link.roleId === role.id && reaches(link.place, place, siteTags),
  );
  if (held.length === 0) return 'not-held';
  return role.canGrant && held.some((link) => link.canGrant) ? undefined : 'held-without-grant';
}

/**
 * A role that is held on each site of a tag does not reach the tag: it would hold on sites that get the tag later, where
 * the granter holds nothing.
 */
function reaches(held: RolePlace, place: RolePlace, siteTags: ReadonlySet<string>): boolean {
  if (place.kind === 'site')
    return held.kind === 'site'
      ? held.siteId === place.siteId
      : held.kind === 'tag' && siteTags.has(held.tagId);
  return place.kind === 'tag' && held.kind === 'tag' && held.tagId === place.tagId;
}

/** The roles that somebody can be given with their invitation, where the granter may give them. */
export const isOfferedWithInvite = ({ name, hidden, global }: GrantedRole): boolean =>
  !hidden && !global && name !== SUPER_ADMIN;
