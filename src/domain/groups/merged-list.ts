/**
 * Merges a list that a person changed from `former` to `wanted` while others may have changed it to `now`:
 * removals and additions of both sides count. The order is that of `wanted`.
 */
export function mergedList(
  now: readonly string[],
  { former, wanted }: { former: readonly string[]; wanted: readonly string[] },
): string[] {
  const here = new Set(now);
  const before = new Set(former);
  const remaining = wanted.filter((entry) => here.has(entry) || !before.has(entry));
  return [...new Set([...remaining, ...now.filter((entry) => !before.has(entry))])];
}
