import { describe, expect, test } from 'vitest';
import { type GrantQuestion, grantObstacle, isOfferedWithInvite, type RolePlace } from './grant-rule.ts';

/** Riverside has the tag city, Hillcrest has not. */
const RIVERSIDE: RolePlace = { kind: 'site', siteId: 'riverside' };
const HILLCREST: RolePlace = { kind: 'site', siteId: 'hillcrest' };
const CITY: RolePlace = { kind: 'tag', tagId: 'city' };
const RURAL: RolePlace = { kind: 'tag', tagId: 'rural' };
const EVERYWHERE: RolePlace = { kind: 'everywhere' };
const PLACES = { RIVERSIDE, HILLCREST, CITY, RURAL, EVERYWHERE };
type PlaceName = keyof typeof PLACES;

const role = (id: string, more: object = {}) => ({
  id,
  name: id,
  hidden: false,
  global: false,
  canGrant: true,
  ...more,
});
const ROLES = {
  viewer: role('viewer'),
  fixed: role('fixed', { canGrant: false }),
  debug: role('debug', { hidden: true }),
  superAdmin: role('superAdmin', { global: true }),
};
type RoleName = keyof typeof ROLES;

const HOLDINGS = ['nothing', 'another role', 'without grant', 'with grant'] as const;
type Holding = (typeof HOLDINGS)[number];

const CHANGES = {
  'assigns it': { kind: 'assign', canGrant: false },
  'assigns it with grant': { kind: 'assign', canGrant: true },
  'takes it away': { kind: 'remove', canGrant: false },
  'takes it away with grant': { kind: 'remove', canGrant: true },
  'allows granting': { kind: 'set-grant', canGrant: true },
  'ends granting': { kind: 'set-grant', canGrant: false },
} as const;
type ChangeName = keyof typeof CHANGES;

const WHO = ['super admin', 'manager'] as const;
const WHOSE = ['own', 'of a colleague', 'of a super admin'] as const;

type Case = {
  who: (typeof WHO)[number];
  whose: (typeof WHOSE)[number];
  roleName: RoleName;
  at: PlaceName;
  holding: Holding;
  heldAt: PlaceName;
  change: ChangeName;
};

function* everyCase(): Generator<Case> {
  for (const who of WHO)
    for (const whose of WHOSE)
      for (const roleName of Object.keys(ROLES) as RoleName[])
        for (const at of Object.keys(PLACES) as PlaceName[])
          for (const holding of HOLDINGS)
            for (const heldAt of Object.keys(PLACES) as PlaceName[])
              for (const change of Object.keys(CHANGES) as ChangeName[])
                yield { who, whose, roleName, at, holding, heldAt, change };
}

function questionOf({ who, whose, roleName, at, holding, heldAt, change }: Case): GrantQuestion {
  const isSuperAdmin = who === 'super admin';
  const roleId = holding === 'another role' ? 'editor' : roleName;
  return {
    granter: {
      tutorId: 'me',
      isSuperAdmin,
      links:
        holding === 'nothing'
          ? []
          : [{ roleId, place: PLACES[heldAt], canGrant: holding !== 'without grant' }],
    },
    tutor:
      whose === 'own'
        ? { tutorId: 'me', isSuperAdmin }
        : { tutorId: 'colleague', isSuperAdmin: whose === 'of a super admin' },
    role: ROLES[roleName],
    place: PLACES[at],
    siteTags: new Set(at === 'RIVERSIDE' ? ['city'] : []),
    change: CHANGES[change],
  };
}

/** The rule once more, by hand: all that is allowed; whatever is not named is not. */
function isAllowed({ who, whose, roleName, at, holding, heldAt, change }: Case): boolean {
  if (who === 'super admin') {
    switch (change) {
      case 'takes it away':
      case 'takes it away with grant':
      case 'ends granting':
        return true;
      case 'allows granting':
        return roleName !== 'fixed';
      case 'assigns it':
        return (at === 'EVERYWHERE') === (roleName === 'superAdmin');
      case 'assigns it with grant':
        return roleName === 'superAdmin' ? at === 'EVERYWHERE' : at !== 'EVERYWHERE' && roleName !== 'fixed';
    }
  }
  const pairs: readonly [held: PlaceName, at: PlaceName][] = [
    ['RIVERSIDE', 'RIVERSIDE'],
    ['CITY', 'RIVERSIDE'],
    ['HILLCREST', 'HILLCREST'],
    ['CITY', 'CITY'],
    ['RURAL', 'RURAL'],
  ];
  return (
    whose === 'of a colleague' &&
    roleName === 'viewer' &&
    holding === 'with grant' &&
    (change === 'assigns it' || change === 'takes it away') &&
    pairs.some(([held, place]) => held === heldAt && place === at)
  );
}

const CASES = [...everyCase()];

test('who × whose × role × place × what the granter holds and where × change: as it is said by hand', () => {
  const wrong = CASES.filter((each) => (grantObstacle(questionOf(each)) === undefined) !== isAllowed(each));
  expect(wrong).toEqual([]);
  expect(CASES).toHaveLength(2 * 3 * 4 * 5 * 4 * 5 * 6);
  expect(CASES.filter(isAllowed).length).toBeGreaterThan(100);
});

describe('a manager is told why', () => {
  const manager: Case = {
    who: 'manager',
    whose: 'of a colleague',
    roleName: 'viewer',
    at: 'RIVERSIDE',
    holding: 'with grant',
    heldAt: 'RIVERSIDE',
    change: 'assigns it',
  };
  test.each<[string, Partial<Case>]>([
    ['own-roles', { whose: 'own' }],
    ['of-super-admin', { whose: 'of a super admin' }],
    ['hidden-role', { roleName: 'debug' }],
    ['global-role', { roleName: 'superAdmin', at: 'EVERYWHERE' }],
    ['wrong-place', { roleName: 'superAdmin' }],
    ['wrong-place', { at: 'EVERYWHERE' }],
    ['grants', { change: 'allows granting' }],
    ['grants', { change: 'takes it away with grant' }],
    ['never-granted', { roleName: 'fixed', change: 'allows granting' }],
    ['not-held', { at: 'HILLCREST' }],
    ['not-held', { at: 'CITY' }],
    ['held-without-grant', { holding: 'without grant' }],
    ['held-without-grant', { roleName: 'fixed' }],
  ])('%s: %o', (obstacle, different) => {
    expect(grantObstacle(questionOf({ ...manager, ...different }))).toBe(obstacle);
  });
});

test('an invitation offers what is not hidden, not global, and not super admin', () => {
  expect(
    Object.values(ROLES)
      .filter(isOfferedWithInvite)
      .map(({ id }) => id),
  ).toEqual(['viewer', 'fixed']);
  expect(isOfferedWithInvite({ ...ROLES.superAdmin, global: false })).toBe(false);
});
