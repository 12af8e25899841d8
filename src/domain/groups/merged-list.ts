/**
 * A list that somebody has changed from `former` to `wanted` while others may have changed it to `now`: both changes count.
 * What one of them has removed is gone, what one of them has added is there. In the order of `wanted`.
 */
export function mergedList(
  now: readonly string[],
  { former, wanted }: { former: readonly string[]; wanted: readonly string[] },
): string[] {
  const here = new Set(now);
  const before = new Set(former);
  const kept = wanted.filter((entry) => here.has(entry) || !before.has(entry));
  return [...new Set([...kept, ...now.filter((entry) => !before.has(entry))])];
}
