import type { Transaction } from 'kysely';
import type { Database } from '../database.ts';
import { toJson } from '../database.ts';
import { insertAll } from './insert-all.ts';
import type { Student } from './school.ts';
import type { SeededGroup } from './seed-groups.ts';

export type SeededPolicy = { id: string; name: string };

export type Part = { definition: string; parameters: Record<string, unknown> };
type PolicyPlan = {
  site?: 'hillcrest';
  name: string;
  icon: string;
  color: string;
  effects: Part[];
  conditions?: Part[];
  /** Names of groups that it is applied to. */
  groups?: string[];
  /** Names of groups for which it is disabled. */
  disabledOn?: string[];
  disabled?: boolean;
};

export const blockSites = (...urls: string[]): Part => ({
  definition: 'BlockWebsitesDefinition',
  parameters: { accessMode: 'BlackList', report: true, attachScreenshot: false, urls },
});
export const onlySites = (...urls: string[]): Part => ({
  definition: 'BlockWebsitesDefinition',
  parameters: { accessMode: 'WhiteList', report: false, attachScreenshot: false, urls },
});
export const keywords = (...words: string[]): Part => ({
  definition: 'KeywordMonitoringDefinition',
  parameters: { keywords: words, report: true, attachScreenshot: true, wholeWordMatching: true },
});
export const plain = (definition: string): Part => ({ definition, parameters: {} });
export const lessons: Part = {
  definition: 'ScheduleConditionDefinition',
  parameters: { periods: [1, 2, 3, 4, 5].map((day) => ({ day, startTime: '08:30', endTime: '15:30' })) },
};
const closing: Part = {
  definition: 'ScheduleConditionDefinition',
  parameters: { periods: [1, 2, 3, 4, 5].map((day) => ({ day, startTime: '17:00', endTime: '17:05' })) },
};
export const schoolNetwork: Part = {
  definition: 'SubnetConditionDefinition',
  parameters: { subnets: ['10.20.0.0/16'], isActive: true, orDisconnected: false },
};

const PLANS: readonly PolicyPlan[] = [
  {
    name: 'No social media',
    icon: 'mdi-account-group',
    color: '#b3261e',
    effects: [blockSites('social.example', 'chat.example')],
    conditions: [lessons],
    groups: ['7A Mathematics', '8A English'],
  },
  {
    name: 'No games',
    icon: 'mdi-gamepad-variant',
    color: '#7a4fa3',
    effects: [blockSites('games.example')],
    groups: ['7A Mathematics', 'All Chromebooks'],
  },
  {
    name: 'Quiet classroom',
    icon: 'mdi-volume-off',
    color: '#33691e',
    effects: [plain('MuteDefinition')],
    groups: ['Exam Laptops'],
  },
  {
    name: 'Exam conditions',
    icon: 'mdi-school',
    color: '#00639b',
    effects: [onlySites('exam.example'), plain('BlockKeypressDefinition'), plain('MuteDefinition')],
    groups: ['Exam Laptops'],
  },
  {
    name: 'Well-being words',
    icon: 'mdi-heart-pulse',
    color: '#ad1457',
    effects: [keywords('hurt myself', 'bullied', 'hopeless')],
    conditions: [schoolNetwork],
    groups: ['All devices'],
  },
  {
    name: 'Encyclopaedia only',
    icon: 'mdi-book-open-variant',
    color: '#4e342e',
    effects: [onlySites('encyclopaedia.example')],
    groups: ['Room 7A'],
    disabledOn: ['Room 7A'],
  },
  {
    name: 'No web at all',
    icon: 'mdi-web-off',
    color: '#455a64',
    effects: [
      {
        definition: 'BlockAllWebsitesDefinition',
        parameters: { accessMode: 'WhiteList', urls: [], report: false },
      },
    ],
  },
  {
    name: 'Stay awake',
    icon: 'mdi-sleep-off',
    color: '#ef6c00',
    effects: [plain('BlockSleepDefinition')],
    groups: ['Computer Suite 1'],
  },
  {
    name: 'Eyes to the front',
    icon: 'mdi-lock',
    color: '#283593',
    effects: [
      { definition: 'LockScreenDefinition', parameters: { content: '<p>Please look to the front.</p>' } },
    ],
  },
  {
    name: 'Shut down at five',
    icon: 'mdi-power',
    color: '#c62828',
    effects: [
      {
        definition: 'PowerActionsDefinition',
        parameters: {
          action: 'shutdown',
          countdown: 120,
          repeatIn: 0,
          allowToAbort: true,
          message: 'The school closes.',
        },
      },
    ],
    conditions: [closing],
    // Not applied, because devices would obey it, and a class shown at five would disappear.
  },
  {
    name: 'Open the lesson page',
    icon: 'mdi-launch',
    color: '#00796b',
    effects: [
      {
        definition: 'LaunchActionDefinition',
        parameters: { url: 'https://lessons.example/today', selectedLaunch: 'url' },
      },
    ],
  },
  {
    name: 'No screen recorders',
    icon: 'mdi-record-rec',
    color: '#6a1b9a',
    effects: [
      {
        definition: 'BlockAppDefinition',
        parameters: { rules: [{ processName: 'recorder.exe' }], report: true },
      },
    ],
    groups: ['Room 7A'],
  },
  {
    name: 'Private consultations',
    icon: 'mdi-eye-off',
    color: '#37474f',
    effects: [plain('EnablePrivacyDefinition')],
    disabled: true,
  },
  {
    name: 'Capture on request',
    icon: 'mdi-camera',
    color: '#1565c0',
    effects: [plain('ScreenCaptureDefinition')],
  },
  {
    site: 'hillcrest',
    name: 'No streaming',
    icon: 'mdi-television-off',
    color: '#b3261e',
    effects: [blockSites('video.example')],
    groups: ['Hillcrest 7A'],
  },
  {
    site: 'hillcrest',
    name: 'Quiet reading',
    icon: 'mdi-book',
    color: '#33691e',
    effects: [plain('MuteDefinition')],
  },
];

/** Every tenth student and device has a policy of its own, beside those of their groups. */
const APPLIED_ALONE_EVERY = 10;
/** Policies for single people and devices: none takes a device out of a tutor's hands. */
const ALONE = { people: 'No social media', devices: 'No games' };

/** Returns the policies of the first site. */
export async function seedPolicies(
  trx: Transaction<Database>,
  tenant: string,
  { groups, students }: { groups: readonly SeededGroup[]; students: readonly Student[] },
): Promise<SeededPolicy[]> {
  const policies = PLANS.map((plan, index) => ({ plan, id: `p-${900 - index}` }));
  await insertAll(
    trx,
    'policies',
    policies.map(({ id, plan }) => ({
      tenant,
      id,
      site_id: plan.site ?? 'riverside',
      name: plan.name,
      disabled: plan.disabled ?? false,
      global: true,
      owner_id: plan.site ? 'tutor-admin' : 'tutor-maintainer',
      meta: toJson({ icon: { base: '', color: plan.color, icon: plan.icon } }),
      definition: toJson({ conditions: plan.conditions ?? [], effects: plan.effects }),
    })),
  );
  const target = { tenant, group_id: null, user_id: null, device_id: null };
  const toGroups = policies.flatMap(({ id, plan }) =>
    groups
      .filter((group) => group.site === (plan.site ?? 'riverside') && plan.groups?.includes(group.name))
      .map((group) => ({
        ...target,
        id: `${id}-${group.id}`,
        policy_id: id,
        group_id: group.id,
        disabled: plan.disabledOn?.includes(group.name) ?? false,
      })),
  );
  const chosen = students.filter((_student, index) => index % APPLIED_ALONE_EVERY === 7);
  const idOf = (name: string) => policies.find(({ plan }) => plan.name === name)?.id ?? '';
  const [ofPeople, ofDevices] = [idOf(ALONE.people), idOf(ALONE.devices)];
  const toUsers = chosen.flatMap(({ user }) =>
    user ? [{ ...target, id: `${ofPeople}-${user.id}`, policy_id: ofPeople, user_id: user.id }] : [],
  );
  const toDevices = chosen.map(({ device }) => ({
    ...target,
    id: `${ofDevices}-${device.id}`,
    policy_id: ofDevices,
    device_id: device.id,
  }));
  await insertAll(trx, 'policy_applications', [...toGroups, ...toUsers, ...toDevices]);
  return policies.filter(({ plan }) => !plan.site).map(({ id, plan }) => ({ id, name: plan.name }));
}
