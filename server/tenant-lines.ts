/** What the operator's terminal says of the schools of a platform: where each is, and how one begins. */
import type { Platform } from './platform.ts';

type Shown = Pick<Platform, 'tenants' | 'setUpCodes' | 'origin'>;

/** More schools than this are only counted: the terminal has room for few. */
const MOST = 10;

/** Where a platform has no tenant, nobody can sign in. */
const NO_TENANT =
  'There is no tenant yet: start once with --empty --tenant KEY, and then follow what it prints.';

/** One line for each school, and one for each tenant that waits for its first administrator. */
export function tenantLines({ tenants, setUpCodes, origin }: Shown): string[] {
  if (tenants.length === 0) return [NO_TENANT];
  const schools = tenants.filter(({ isDemo }) => !isDemo);
  const where = schools.slice(0, MOST).map(({ key, name }) => `The console of ${name} is at ${origin(key)}`);
  if (schools.length > MOST) where.push(`There are ${schools.length - MOST} more tenants.`);
  const waiting = setUpCodes.map(
    ({ tenant, code }) =>
      `The tenant ${tenant} has no administrator: create one at ${origin('login')}/sign-up#tenant=${tenant} with the set-up code ${code}`,
  );
  return [...where, ...waiting];
}
