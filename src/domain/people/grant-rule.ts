/**
 * Rules for giving and removing roles. The platform decides by them, and the interface explains refusals. The
 * rule that a tenant keeps a super admin is not here, because it depends on all tutors.
 */
import type { RoleName } from './roles.ts';

/** Place in which a role holds. A role for a tag also holds on sites that get the tag later. */
export type RolePlace =
  | { kind: 'site'; siteId: string }
  | { kind: 'tag'; tagId: string }
  | { kind: 'everywhere' };

export type GrantedRole = {
  id: string;
  name: string;
  /** The role is not shown to people. */
  hidden: boolean;
  /** The role is given for the whole tenant only. All others are given for a site or a tag. */
  global: boolean;
  /** Holders of the role may be allowed to give it to others. */
  canGrant: boolean;
};

/** A role that a tutor holds. `canGrant`: the tutor may give it to others in that place. */
export type HeldLink = { roleId: string; place: RolePlace; canGrant: boolean };

/** The tutor who changes roles. */
export type Granter = { tutorId: string; isSuperAdmin: boolean; links: readonly HeldLink[] };

export type GrantChange =
  /** `canGrant`: the tutor may give the role to others from the beginning. */
  | { kind: 'assign'; canGrant: boolean }
  /** `canGrant`: whether the tutor could give the role to others until now. */
  | { kind: 'remove'; canGrant: boolean }
  | { kind: 'set-grant'; canGrant: boolean };

export type GrantQuestion = {
  granter: Granter;
  /** The tutor whose role changes. */
  tutor: { tutorId: string; isSuperAdmin: boolean };
  role: GrantedRole;
  place: RolePlace;
  /** The tags of the site, if the place is a site. */
  siteTags: ReadonlySet<string>;
  change: GrantChange;
};

/** Reason why a change is not allowed. */
export type GrantObstacle =
  /** A global role for a site or tag, or another role for the whole tenant. */
  | 'wrong-place'
  /** No holder may be allowed to give this role to others. */
  | 'never-granted'
  | 'hidden-role'
  | 'global-role'
  | 'own-roles'
  | 'of-super-admin'
  /** Only super admins decide who may give the role to others, and only they remove it from such a tutor. */
  | 'grants'
  | 'not-held'
  | 'held-without-grant';

export const SUPER_ADMIN: RoleName = 'superAdmin';

/** Undefined: the change is allowed. */
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

/** Tutors other than super admins give and remove only roles that they hold there and may give to others. */
function obstacleOfHolding({ granter, role, place, siteTags }: GrantQuestion): GrantObstacle | undefined {
  const links = granter.links.filter(
    (link) => link.roleId === role.id && reaches(link.place, place, siteTags),
  );
  if (links.length === 0) return 'not-held';
  return role.canGrant && links.some((link) => link.canGrant) ? undefined : 'held-without-grant';
}

/**
 * A role held on each site of a tag does not reach the tag. The tag's role would also hold on sites that get
 * the tag later, where the granter holds nothing.
 */
function reaches(held: RolePlace, place: RolePlace, siteTags: ReadonlySet<string>): boolean {
  if (place.kind === 'site')
    return held.kind === 'site'
      ? held.siteId === place.siteId
      : held.kind === 'tag' && siteTags.has(held.tagId);
  return place.kind === 'tag' && held.kind === 'tag' && held.tagId === place.tagId;
}

/** Roles that can be given with an invitation, if the granter may give them. */
export const isOfferedWithInvite = ({ name, hidden, global }: GrantedRole): boolean =>
  !hidden && !global && name !== SUPER_ADMIN;
