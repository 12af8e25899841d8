/** Which policies a selection has, what a person makes of that, and the list that each of the selected gets. */

/** `indeterminate`: applied to only some of those that are selected. */
export type PolicyMark = 'checked' | 'unchecked' | 'indeterminate';

/** By policyId; a policy that is not in it is unchecked. */
export type PolicyMarks = ReadonlyMap<string, PolicyMark>;

type Applied = { readonly policyId: string };

/** As it is now: `lists` has the applied policies of each of the selected. */
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

/** Checking clears indeterminate. */
export function withToggled(marks: PolicyMarks, policyId: string): PolicyMarks {
  return new Map(marks).set(policyId, markOf(marks, policyId) === 'checked' ? 'unchecked' : 'checked');
}

/** Those whose mark is another one than before. */
export function changedPolicies(before: PolicyMarks, after: PolicyMarks): string[] {
  const all = new Set([...before.keys(), ...after.keys()]);
  return [...all].filter((policyId) => markOf(before, policyId) !== markOf(after, policyId));
}

/**
 * The full list of one of the selected: with what was newly checked, without what was unchecked. All else stays
 * as it is, with its own fields, also where only some have it. Answers the same list where nothing changes.
 */
export function resultingList<T extends Applied>(
  list: readonly T[],
  { before, after, create }: { before: PolicyMarks; after: PolicyMarks; create: (policyId: string) => T },
): readonly T[] {
  const changed = changedPolicies(before, after);
  const removed = new Set(changed.filter((policyId) => markOf(after, policyId) === 'unchecked'));
  const has = new Set(list.map((each) => each.policyId));
  const added = changed.filter((policyId) => markOf(after, policyId) === 'checked' && !has.has(policyId));
  const kept = list.filter((each) => !removed.has(each.policyId));
  return added.length === 0 && kept.length === list.length ? list : [...kept, ...added.map(create)];
}
