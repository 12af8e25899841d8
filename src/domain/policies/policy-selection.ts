/** Marks of the policies of a selection, how a person changes them, and the resulting list of each target. */

/** `indeterminate`: applied to only some of the selected targets. */
export type PolicyMark = 'checked' | 'unchecked' | 'indeterminate';

/** Key: policyId. A policy without an entry is unchecked. */
export type PolicyMarks = ReadonlyMap<string, PolicyMark>;

type Applied = { readonly policyId: string };

/** The present marks. `lists` has the applied policies of each selected target. */
export function currentMarks(lists: readonly (readonly Applied[])[]): PolicyMarks {
  const counts = new Map<string, number>();
  for (const list of lists) {
    // A list that names a policy twice still is one target.
    for (const policyId of new Set(list.map((each) => each.policyId))) {
      counts.set(policyId, (counts.get(policyId) ?? 0) + 1);
    }
  }
  return new Map(
    [...counts].map(([policyId, count]) => [policyId, count === lists.length ? 'checked' : 'indeterminate']),
  );
}

export const markOf = (marks: PolicyMarks, policyId: string): PolicyMark =>
  marks.get(policyId) ?? 'unchecked';

/** An indeterminate policy becomes checked. */
export function withToggled(marks: PolicyMarks, policyId: string): PolicyMarks {
  return new Map(marks).set(policyId, markOf(marks, policyId) === 'checked' ? 'unchecked' : 'checked');
}

/** The policies whose mark has changed. */
export function changedPolicies(before: PolicyMarks, after: PolicyMarks): string[] {
  const all = new Set([...before.keys(), ...after.keys()]);
  return [...all].filter((policyId) => markOf(before, policyId) !== markOf(after, policyId));
}

/**
 * The full list of one target with the checked policies added and the unchecked ones removed. Other entries
 * keep their own fields, even if only some targets have them. Without any change: the same list.
 */
export function resultingList<T extends Applied>(
  list: readonly T[],
  { before, after, create }: { before: PolicyMarks; after: PolicyMarks; create: (policyId: string) => T },
): readonly T[] {
  const changed = changedPolicies(before, after);
  const removed = new Set(changed.filter((policyId) => markOf(after, policyId) === 'unchecked'));
  const has = new Set(list.map((each) => each.policyId));
  const added = changed.filter((policyId) => markOf(after, policyId) === 'checked' && !has.has(policyId));
  const remaining = list.filter((each) => !removed.has(each.policyId));
  return added.length === 0 && remaining.length === list.length ? list : [...remaining, ...added.map(create)];
}
