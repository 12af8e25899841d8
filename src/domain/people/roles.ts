/** Role flags of a signed-in tutor. The flag names are the role names. */
export const ROLE_NAMES = [
  'consoleUser',
  'groupMaintainer',
  'policyUser',
  'policyMaintainer',
  'eventViewer',
  'siteLogViewer',
  'superAdmin',
] as const;

export type RoleName = (typeof ROLE_NAMES)[number];

/** One boolean for each role. */
export type RoleFlags = Record<RoleName, boolean>;

export const NO_ROLES: RoleFlags = Object.freeze({
  consoleUser: false,
  groupMaintainer: false,
  policyUser: false,
  policyMaintainer: false,
  eventViewer: false,
  siteLogViewer: false,
  superAdmin: false,
});

/** The flags for the role names that a login returned; unknown names (hidden roles) are ignored. */
export function roleFlags(names: readonly string[]): RoleFlags {
  const flags = { ...NO_ROLES };
  for (const role of ROLE_NAMES) if (names.includes(role)) flags[role] = true;
  return flags;
}

/** The inverse of every flag, for `disabled={lacks.policyUser}`. */
export function lackedRoles(flags: RoleFlags): RoleFlags {
  const lacked = { ...NO_ROLES };
  for (const role of ROLE_NAMES) lacked[role] = !flags[role];
  return lacked;
}

/** The application that a session belongs to. A *tutor user* is one with the realm `console`. */
export type Realm = 'console' | 'admin';
