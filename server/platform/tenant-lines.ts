/** Lines for the operator's terminal about the tenants: their consoles, and how to set up a new one. */
import type { Platform } from './platform.ts';

type ShownPlatform = Pick<Platform, 'tenants' | 'setUpCodes' | 'origin'>;

/** Further tenants are only counted. */
const MAX_TENANTS = 10;

/** Printed if there is no tenant, because no sign-in is possible then. */
const NO_TENANT =
  'There is no tenant yet: start once with --empty --tenant KEY, and then follow what it prints.';

/** One line per tenant except the demo, and one per tenant that still needs its first administrator. */
export function tenantLines({ tenants, setUpCodes, origin }: ShownPlatform): string[] {
  if (tenants.length === 0) return [NO_TENANT];
  const schools = tenants.filter(({ isDemo }) => !isDemo);
  const where = schools
    .slice(0, MAX_TENANTS)
    .map(({ key, name }) => `The console of ${name} is at ${origin(key)}`);
  if (schools.length > MAX_TENANTS) where.push(`There are ${schools.length - MAX_TENANTS} more tenants.`);
  const waiting = setUpCodes.map(
    ({ tenant, code }) =>
      `The tenant ${tenant} has no administrator: create one at ${origin('login')}/sign-up#tenant=${tenant} with the set-up code ${code}`,
  );
  return [...where, ...waiting];
}
