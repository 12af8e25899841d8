import type { Insertable, Transaction } from 'kysely';
import { createRandom, type Random } from '#domain/samples/random.ts';
import { combinedTarget } from '#protocol/topics.ts';
import type { Database } from '../database.ts';
import { toJson } from '../database.ts';
import type { UserLogTable } from '../tables/record-tables.ts';
import { insertAll } from './insert-all.ts';
import { DEMO_CLASS, type Student } from './school.ts';
import type { SeededGroup } from './seed-groups.ts';
import type { SeededPolicy } from './seed-policies.ts';
import type { SeededTutor } from './seed-tutors.ts';

type Parts = {
  groups: readonly SeededGroup[];
  tutors: readonly SeededTutor[];
  policies: readonly SeededPolicy[];
  students: readonly Student[];
};

const USER_LOGS = 240;
/** Share of the demonstration's class, so that its groups have several pages of logs. */
const SHARE_OF_CLASS = 0.5;
const TUTOR_LOGS = 90;
const RESOURCE_LOGS = 75;
/** Interval between entries, newest last. */
const INTERVAL_MS = 11 * 60_000;

const KINDS = [
  {
    effect: 'BlockWebsitesDefinition',
    policy: 'No social media',
    rule: 'social.example',
    context: { url: 'https://social.example/feed' },
  },
  {
    effect: 'BlockAppDefinition',
    policy: 'No screen recorders',
    rule: 'recorder.exe',
    context: { MainWindowTitle: 'Recorder', Path: 'C:\\Tools\\recorder.exe' },
  },
  {
    effect: 'KeywordMonitoringDefinition',
    policy: 'Well-being words',
    rule: 'bullied',
    context: { word: 'bullied', url: 'https://mail.example/' },
  },
  { effect: 'ScreenCaptureDefinition', policy: 'Capture on request', rule: null, context: {} },
] as const;
const ACTIONS = [
  { action: 'lock', parameters: { content: 'Please look to the front.' } },
  { action: 'unlock', parameters: {} },
  { action: 'launch', parameters: { url: 'https://lessons.example/today' } },
  { action: 'mute', parameters: {} },
  { action: 'notification', parameters: { title: 'Five minutes left', message: 'Save your work.' } },
] as const;
const RESOURCES = [
  { type: 'groups', method: 'PUT' },
  { type: 'policies', method: 'POST' },
  { type: 'live-rooms', method: 'POST' },
  { type: 'users', method: 'DELETE' },
] as const;

/** Names of resources that were deleted since. */
const FORMER_NAMES = {
  policies: ['Exam mode', 'No games', 'Quiet reading'],
  'live-rooms': ['Homework help', 'Science fair'],
  users: ['Ada Former', 'Ben Former'],
} as const;

/** Inserts the logs of the first site for the last days. Ids ascend with time. */
export async function seedLogs(trx: Transaction<Database>, tenant: string, parts: Parts): Promise<void> {
  const random = createRandom(31);
  const people = parts.students.map((student, index) => ({ student, index })).filter(hasAccount);
  const ofClass = people.filter(({ student }) => student.className === DEMO_CLASS);
  const pickPerson = () => random.pick(random.chance(SHARE_OF_CLASS) ? ofClass : people);
  const groups = parts.groups.filter((group) => group.site === 'riverside');
  const at = (index: number, of: number) => new Date(Date.now() - (of - index) * INTERVAL_MS);
  const times = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ index, time: at(index, count) }));
  const site = { tenant, site_id: 'riverside' };
  const id = (kind: string, index: number) => `${kind}-${String(index + 1).padStart(6, '0')}`;

  if (people.length > 0) {
    await insertAll(
      trx,
      'user_logs',
      times(USER_LOGS).map(({ index, time }) => ({
        ...site,
        id: id('log', index),
        time_triggered: time,
        ...describeEvent(random, pickPerson(), { groups, policies: parts.policies }),
      })),
    );
  }
  await insertAll(
    trx,
    'tutor_action_logs',
    times(TUTOR_LOGS).map(({ index, time }) => {
      const { action, parameters } = random.pick(ACTIONS);
      const group = random.pick(groups);
      return {
        ...site,
        id: id('action', index),
        tutor_id: random.pick(parts.tutors).id,
        action,
        logged_time: time,
        parameters: toJson(parameters),
        target_group_id: group.id,
        target_user_name: null,
        combined_target_identifier: combinedTarget({ to: 'group', groupId: group.id }),
      };
    }),
  );
  await insertAll(
    trx,
    'resource_logs',
    times(RESOURCE_LOGS).map(({ index, time }) => {
      const { type, method } = random.pick(RESOURCES);
      const group = random.pick(groups);
      const resource = type === 'groups' ? group.id : `${type}-${index}`;
      const name = type === 'groups' ? group.name : random.pick(FORMER_NAMES[type]);
      return {
        ...site,
        id: id('resource', index),
        tutor_id: random.pick(parts.tutors).id,
        logged_time: time,
        parameters: toJson({ method, path: `/v1/${type}/${resource}`, name }),
        resource_type: type,
        resource_id: resource,
      };
    }),
  );
}

type Person = { student: Student; index: number };
/** A group and its members. */
type Membership = Pick<SeededGroup, 'id' | 'has'>;
const hasAccount = ({ student }: Person) => student.user !== undefined;

/** A policy's event about this person, with the groups of the person. */
export function describeEvent(
  random: Random,
  { student, index }: Person,
  { groups, policies }: { groups: readonly Membership[]; policies: Parts['policies'] },
) {
  const kind = random.pick(KINDS);
  const event: Omit<Insertable<UserLogTable>, 'tenant' | 'site_id' | 'id' | 'time_triggered'> = {
    user_id: student.user?.id ?? '',
    client_id: null,
    user_name: student.name.full,
    user_email: student.user?.email ?? null,
    auth_type: 'user',
    user_group_ids: toJson(groups.filter((group) => group.has(student, index)).map(({ id }) => id)),
    combined_identifier: `users/${student.user?.id ?? ''}`,
    policy_id: policies.find(({ name }) => name === kind.policy)?.id ?? null,
    rule: kind.rule,
    text: null,
    effect_type: kind.effect,
    action_type: null,
    applied_by_id: null,
    requested_by_id: null,
    context: toJson(kind.context),
    request_context: null,
    read: random.chance(0.6),
  };
  return event;
}
