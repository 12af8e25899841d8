/** Splits a selection into the recipients of one request each. */
import type { PolicyTarget } from '#rest/policies.ts';

type OfTarget = { target: PolicyTarget };

/** Parts of at most `size`, in order; a group is a part of its own. */
export function inParts<T extends OfTarget>(items: readonly T[], size: number): T[][] {
  const groups = items.filter(({ target }) => target.kind === 'groups');
  const others = items.filter(({ target }) => target.kind !== 'groups');
  const parts = groups.map((group) => [group]);
  for (let at = 0; at < others.length; at += size) parts.push(others.slice(at, at + size));
  return parts;
}
