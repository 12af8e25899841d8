import type { Transaction } from 'kysely';
import type { SiteKey } from '#base/site-key.ts';
import { createRandom, type Random } from '#domain/samples/random.ts';
import type { Database } from '../database.ts';
import { toJson } from '../database.ts';
import type { FilledGroup } from './fill-groups.ts';
import { insertAll } from './insert-all.ts';
import { numberOf, type Student } from './school.ts';
import {
  blockSites,
  keywords,
  lessons,
  onlySites,
  type Part,
  plain,
  type SeededPolicy,
  schoolNetwork,
} from './seed-policies.ts';

/** Gives 120 policies in a school of ten thousand. */
const STUDENTS_PER_POLICY = 80;
/** Every 40th student and every 40th device has a policy of its own. */
const APPLIED_ALONE_EVERY = 40;
const SWITCHED_OFF = 0.05;

const SUBJECTS = [
  ...['Mathematics', 'English', 'Physics', 'Chemistry', 'Biology', 'Geography', 'History', 'French'],
  ...['German', 'Spanish', 'Latin', 'Art', 'Music', 'Drama', 'Computing', 'Economics', 'Philosophy'],
  ...['Physical education', 'Religious studies', 'Design and technology'],
];

type Template = { name: string; icon: string; color: string; effects: Part[]; conditions?: Part[] };
const TEMPLATES: readonly Template[] = [
  {
    name: 'No games',
    icon: 'mdi-gamepad-variant',
    color: '#7a4fa3',
    effects: [blockSites('games.example', 'play.example')],
    conditions: [lessons],
  },
  {
    name: 'Textbook only',
    icon: 'mdi-book-open-variant',
    color: '#4e342e',
    effects: [onlySites('books.example', 'dictionary.example')],
  },
  {
    name: 'Test',
    icon: 'mdi-school',
    color: '#00639b',
    effects: [onlySites('exam.example'), plain('MuteDefinition')],
  },
  {
    name: 'Quiet work',
    icon: 'mdi-volume-off',
    color: '#33691e',
    effects: [plain('MuteDefinition')],
    conditions: [schoolNetwork],
  },
  {
    name: 'Watched words',
    icon: 'mdi-heart-pulse',
    color: '#ad1457',
    effects: [keywords('copied from', 'answers for')],
    conditions: [lessons],
  },
  {
    name: 'No videos',
    icon: 'mdi-television-off',
    color: '#b3261e',
    effects: [blockSites('video.example', 'films.example')],
  },
];

type Parts = { before: number; students: readonly Student[]; groups: readonly FilledGroup[] };

/**
 * Creates policies for these students (`before`: number of students without them). Most are applied to
 * groups, from a form up to all students, and a few to single people and devices.
 */
export async function fillPolicies(
  trx: Transaction<Database>,
  { tenant, site }: SiteKey,
  { before, students, groups }: Parts,
): Promise<void> {
  const first = Math.ceil(before / STUDENTS_PER_POLICY);
  const end = Math.ceil((before + students.length) / STUDENTS_PER_POLICY);
  const policies = Array.from({ length: end - first }, (_, index) => planPolicy(first + index));
  if (policies.length === 0) return;
  const random = createRandom(before + 53);
  await insertAll(
    trx,
    'policies',
    policies.map(({ id, name, template }) => ({
      tenant,
      id,
      site_id: site,
      name,
      disabled: random.chance(SWITCHED_OFF),
      global: true,
      owner_id: 'tutor-maintainer',
      meta: toJson({ icon: { base: '', color: template.color, icon: template.icon } }),
      definition: toJson({ conditions: template.conditions ?? [], effects: template.effects }),
    })),
  );
  await insertAll(trx, 'policy_applications', applications({ tenant, random, policies, students, groups }));
}

type PlannedPolicy = SeededPolicy & { template: Template };

function planPolicy(number: number): PlannedPolicy {
  const template = TEMPLATES[number % TEMPLATES.length] as Template;
  const subject = SUBJECTS[Math.floor(number / TEMPLATES.length) % SUBJECTS.length];
  const round = Math.floor(number / (TEMPLATES.length * SUBJECTS.length));
  const name = `${template.name}: ${subject}${round === 0 ? '' : ` ${round + 1}`}`;
  // Ids that sort below those of the demo's own policies.
  return { id: `p-0-${String(number).padStart(4, '0')}`, name, template };
}

function applications({
  tenant,
  random,
  policies,
  students,
  groups,
}: Omit<Parts, 'before'> & { tenant: string; random: Random; policies: readonly PlannedPolicy[] }) {
  const apply = (on: { group_id?: string; user_id?: string; device_id?: string }) => {
    const { id } = random.pick(policies);
    const target = { group_id: null, user_id: null, device_id: null, ...on };
    const name = on.group_id ?? on.user_id ?? on.device_id;
    return { tenant, id: `${id}-${name}`, policy_id: id, ...target, disabled: false };
  };
  const ownPolicyStudents = students.filter((student) => numberOf(student) % APPLIED_ALONE_EVERY === 0);
  return [
    ...groups.map((group) => apply({ group_id: group.id })),
    ...ownPolicyStudents.flatMap(({ user }) => (user ? [apply({ user_id: user.id })] : [])),
    ...ownPolicyStudents.map(({ device }) => apply({ device_id: device.id })),
  ];
}
