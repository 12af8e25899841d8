/** Which groups a tutor is shown. The platform checks every call by itself; this only hides. */

export type VisibilityFacts = {
  isMaintainer: boolean;
  /** Group ids from the tutor's document; `unknown` where that could not be read: then the platform's list stands. */
  permissions: ReadonlySet<string> | 'unknown';
  /** Hostname of the local site runner; undefined where none answers: hostname-restricted groups stay hidden. */
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
