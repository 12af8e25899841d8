/** Fields of the group wizard: its steps, validation and locked fields. */
import * as v from 'valibot';
import { draftProblem, isSameDraft } from '#features/group-members/member-draft.ts';
import { MAX_HOSTNAME, MAX_HOSTNAMES } from '#protocol/rest/group-limits.ts';
import { groupNameSchema } from '#protocol/rest/group-name.ts';
import type { GroupType } from '#shell/groups/group-type.ts';
import type { ChosenCourse } from './import/chosen-course.ts';
import { m } from './messages.ts';

/** Ids, patterns and host names. Choices for other types are kept while the wizard is open. */
export type GroupDraft = {
  name: string;
  type: GroupType;
  users: readonly string[];
  devices: readonly string[];
  patterns: readonly string[];
  /** Source of a new imported group. */
  course: ChosenCourse | undefined;
  tutors: readonly string[];
  hostnames: readonly string[];
  policies: readonly string[];
};

export const EMPTY_DRAFT: GroupDraft = {
  name: '',
  type: 'users',
  users: [],
  devices: [],
  patterns: [],
  course: undefined,
  tutors: [],
  hostnames: [],
  policies: [],
};

export const STEPS = ['name', 'members', 'tutors', 'hostnames', 'policies'] as const;
export type Step = (typeof STEPS)[number];

/** Only users who may apply policies have the policies step. */
export const stepsFor = ({ policyUser }: { policyUser: boolean }): readonly Step[] =>
  STEPS.filter((step) => step !== 'policies' || policyUser);

/** Error text for a name; undefined where it is valid. */
export function nameProblem(name: string): string | undefined {
  const parsed = v.safeParse(groupNameSchema, name);
  return parsed.success ? undefined : parsed.issues[0].message;
}

/** The ids or patterns that define a group of this type; undefined where a directory defines them. */
export function membersOf(draft: GroupDraft): readonly string[] | undefined {
  if (draft.type === 'import') return undefined;
  return draft.type === 'match' ? draft.patterns : draft[draft.type];
}

/** Error that blocks the next step and saving. `isNew`: an existing imported group already has its course. */
export function stepProblem(step: Step, draft: GroupDraft, isNew: boolean): string | undefined {
  switch (step) {
    case 'name':
      return nameProblem(draft.name);
    case 'members':
      if (draft.type === 'import') return isNew && draft.course === undefined ? m.noCourse : undefined;
      return draftProblem(draft.type === 'match' ? 'patterns' : 'members', membersOf(draft) ?? []);
    case 'hostnames':
      if (draft.hostnames.length > MAX_HOSTNAMES) return m.tooManyHostnames;
      return draft.hostnames.some((each) => each.length > MAX_HOSTNAME) ? m.hostnameTooLong : undefined;
    case 'tutors':
    case 'policies':
      return undefined;
  }
}

/** The first step with an error. */
export const wrongStep = (steps: readonly Step[], draft: GroupDraft, isNew: boolean): Step | undefined =>
  steps.find((step) => stepProblem(step, draft, isNew) !== undefined);

/** Why an existing group cannot have a type; undefined where it can. `was`: undefined for a new group. */
export function typeObstacle(was: GroupType | undefined, next: GroupType): string | undefined {
  if (was === next) return undefined;
  if (was === 'import') return m.lockedImport;
  if (was === 'match') return m.lockedMatch;
  return was !== undefined && next === 'import' ? m.noSwitchToImport : undefined;
}

/** Whether there is nothing to save. */
export const isUnchanged = (before: GroupDraft, after: GroupDraft): boolean =>
  before.name.trim() === after.name.trim() &&
  before.type === after.type &&
  (after.type !== 'import' || before.course === after.course) &&
  isSameDraft(membersOf(before) ?? [], membersOf(after) ?? []) &&
  isSameDraft(before.tutors, after.tutors) &&
  isSameDraft(before.hostnames, after.hostnames) &&
  isSameDraft(before.policies, after.policies);
