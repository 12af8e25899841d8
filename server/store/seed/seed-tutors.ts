import type { Insertable, Transaction } from 'kysely';
import type { RoleName } from '#domain/people/roles.ts';
import { createRandom } from '#domain/samples/random.ts';
import type { Database } from '../database.ts';
import { toJson } from '../database.ts';
import type { RoleLinkTable } from '../tables/admin-tables.ts';
import { DEMO_ACCOUNTS } from './demo-accounts.ts';
import { insertAll } from './insert-all.ts';
import { drawNames, mailbox } from './names.ts';
import type { SeededGroup } from './seed-groups.ts';

export type SeededTutor = { id: string; name: string };

type Where = { site: string } | { tag: string } | 'everywhere';
type Grant = { where: Where; roles: readonly RoleName[]; canGrant?: boolean };
type Account = { grants: readonly Grant[]; groups: readonly string[] };

const TEACHING: readonly RoleName[] = ['consoleUser', 'policyUser', 'eventViewer'];
const MAINTAINING: readonly RoleName[] = [
  ...TEACHING,
  'groupMaintainer',
  'policyMaintainer',
  'siteLogViewer',
];

/** Rights of the accounts of the development identity provider. Other accounts are unknown to the tenant. */
const ACCOUNTS: Readonly<Record<string, Account>> = {
  'teacher@demo.example': {
    grants: [{ where: { site: 'riverside' }, roles: TEACHING }],
    groups: [
      ...['7A Mathematics', 'Room 7A', '8A English', 'Chess Club', 'Science Block', 'Computer Suite 1'],
      'Student pages',
    ],
  },
  'maintainer@demo.example': { grants: [{ where: { site: 'riverside' }, roles: MAINTAINING }], groups: [] },
  'admin@demo.example': {
    grants: [
      { where: { site: 'riverside' }, roles: MAINTAINING, canGrant: true },
      { where: { site: 'hillcrest' }, roles: MAINTAINING, canGrant: true },
      { where: 'everywhere', roles: ['superAdmin'], canGrant: true },
    ],
    groups: [],
  },
  'manager@demo.example': {
    grants: [
      { where: { site: 'riverside' }, roles: ['consoleUser'], canGrant: true },
      { where: { site: 'hillcrest' }, roles: ['consoleUser'], canGrant: true },
    ],
    groups: ['7A Mathematics', 'Hillcrest 7A', 'Hillcrest devices'],
  },
  'newcomer@demo.example': { grants: [], groups: [] },
};

/** Additional tutors, so that lists of tutors have several pages. They hold roles by site or by tag. */
const COLLEAGUES = 26;

/** Inserts the demo accounts first. */
export async function seedTutors(
  trx: Transaction<Database>,
  tenant: string,
  groups: readonly SeededGroup[],
): Promise<SeededTutor[]> {
  const tutors = [...demoTutors(), ...colleagues(groups)];
  await insertAll(
    trx,
    'tutors',
    tutors.map(({ id, email, name }) => {
      const [givenName = name, ...family] = name.split(' ');
      return {
        tenant,
        id,
        name,
        primary_email: email,
        last_login_at: null,
        properties: toJson({ givenName, familyName: family.join(' ') }),
      };
    }),
  );
  await insertAll(
    trx,
    'role_links',
    tutors.flatMap(({ id, grants }) => linksOf(tenant, id, grants)),
  );
  await insertAll(
    trx,
    'tutor_group_permissions',
    tutors.flatMap((tutor) =>
      groups
        .filter((group) => tutor.groups.includes(group.name))
        .map((group) => ({ tenant, tutor_id: tutor.id, group_id: group.id })),
    ),
  );
  return tutors.map(({ id, name }) => ({ id, name }));
}

function demoTutors() {
  return DEMO_ACCOUNTS.flatMap(({ email, name }) => {
    const account = ACCOUNTS[email];
    return account ? [{ id: `tutor-${email.split('@')[0]}`, email, name, ...account }] : [];
  });
}

function colleagues(groups: readonly SeededGroup[]) {
  const random = createRandom(23);
  return drawNames(COLLEAGUES, 19).map(
    (person, index): Account & { id: string; email: string; name: string } => ({
      id: `tutor-${String(index + 1).padStart(3, '0')}`,
      email: `${mailbox(person)}@staff.example`,
      name: person.full,
      grants: [
        index % 5 === 4
          ? { where: { tag: 'secondary' }, roles: ['consoleUser'] }
          : {
              where: { site: random.pick(['riverside', 'hillcrest', 'hillcrest-sixth-form']) },
              roles: TEACHING,
            },
      ],
      groups: [random.pick(groups).name, random.pick(groups).name],
    }),
  );
}

function linksOf(tenant: string, tutorId: string, grants: readonly Grant[]): Insertable<RoleLinkTable>[] {
  return grants.flatMap(({ where, roles, canGrant = false }) => {
    const place = {
      site_id: where !== 'everywhere' && 'site' in where ? where.site : null,
      tag_id: where !== 'everywhere' && 'tag' in where ? where.tag : null,
      global: where === 'everywhere',
    };
    return roles.map((role) => ({
      tenant,
      tutor_id: tutorId,
      role_id: role,
      can_grant: canGrant,
      ...place,
      id: `${tutorId}-${role}-${place.site_id ?? place.tag_id ?? 'everywhere'}`,
    }));
  });
}
