/** Rows of the two lists of applied policies. */
import type { PlacedPolicy, Policy } from '#protocol/rest/policy.ts';

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** `users`: people and single devices. */
export type PlaceKind = 'groups' | 'users';

/** A place with its applied policy; undefined where the tutor does not see the policy. */
export type Place = PlacedPolicy & { policy: Policy | undefined };

/** Sorted by name, then by policy. */
export function placesOf(
  kind: PlaceKind,
  placed: readonly PlacedPolicy[],
  policies: readonly Policy[],
): Place[] {
  const byId = new Map(policies.map((policy) => [policy.id, policy]));
  return placed
    .filter((each) => (each.kind === 'groups') === (kind === 'groups'))
    .map((each) => ({ ...each, policy: byId.get(each.policyId) }))
    .sort(
      (a, b) => byName.compare(a.name, b.name) || byName.compare(a.policy?.name ?? '', b.policy?.name ?? ''),
    );
}
