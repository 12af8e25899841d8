/** The groups that a tutor sees. This only hides others; the platform authorises every request itself. */

export type VisibilityFacts = {
  isMaintainer: boolean;
  /** Group ids from the tutor's document. `unknown`: it could not be read, so the platform's list stands. */
  permissions: ReadonlySet<string> | 'unknown';
  /** Host name of the local site runner. Undefined: none answers, and restricted groups stay hidden. */
  runnerHostname: string | undefined;
};

export function isGroupVisible(
  group: { id: string; properties: { permittedHostnames: readonly string[] } },
  facts: VisibilityFacts,
): boolean {
  if (facts.isMaintainer) return true;
  if (facts.permissions !== 'unknown' && !facts.permissions.has(group.id)) return false;
  const permitted = group.properties.permittedHostnames;
  if (permitted.length === 0) return true;
  const hostname = facts.runnerHostname?.toLowerCase();
  return hostname !== undefined && permitted.some((entry) => hostname.includes(entry.toLowerCase()));
}
