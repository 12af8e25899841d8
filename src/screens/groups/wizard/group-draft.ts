/** What the wizard makes of a group: its fields, which steps there are, what is wrong, and what is locked. */
import * as v from 'valibot';
import { MAX_HOSTNAME, MAX_HOSTNAMES } from '#protocol/rest/group-limits.ts';
import { groupNameSchema } from '#protocol/rest/group-name.ts';
import { draftProblem, isSameDraft } from '../../../features/group-members/member-draft.ts';
import type { GroupType } from '../../../shell/groups/group-type.ts';
import type { ChosenCourse } from './import/chosen-course.ts';
import { m } from './messages.ts';

/** Ids, patterns and host names. What was chosen for another type stays while the wizard is open. */
export type GroupDraft = {
  name: string;
  type: GroupType;
  users: readonly string[];
  devices: readonly string[];
  patterns: readonly string[];
  /** Where a new group comes from. */
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

/** The policies are for those who may apply them. */
export const stepsFor = ({ policyUser }: { policyUser: boolean }): readonly Step[] =>
  STEPS.filter((step) => step !== 'policies' || policyUser);

/** What is wrong with a name; undefined where it is good. */
export function nameProblem(name: string): string | undefined {
  const parsed = v.safeParse(groupNameSchema, name);
  return parsed.success ? undefined : parsed.issues[0].message;
}

/** The ids or patterns that make the group of this type; undefined where a directory says who is in it. */
export function membersOf(draft: GroupDraft): readonly string[] | undefined {
  if (draft.type === 'import') return undefined;
  return draft.type === 'match' ? draft.patterns : draft[draft.type];
}

/**
 * What keeps a step from being left forwards, and the group from being saved. `isNew`: a group that is there says itself
 * what it comes from.
 */
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

/** The first step that cannot be saved as it is. */
export const wrongStep = (steps: readonly Step[], draft: GroupDraft, isNew: boolean): Step | undefined =>
  steps.find((step) => stepProblem(step, draft, isNew) !== undefined);

/** Why a group that is there cannot take a type; undefined where it can. `was`: its type, undefined for a new group. */
export function typeObstacle(was: GroupType | undefined, wanted: GroupType): string | undefined {
  if (was === wanted) return undefined;
  if (was === 'import') return m.lockedImport;
  if (was === 'match') return m.lockedMatch;
  return was !== undefined && wanted === 'import' ? m.noSwitchToImport : undefined;
}

/** Whether nothing has changed that would be saved. */
export const isUnchanged = (before: GroupDraft, after: GroupDraft): boolean =>
  before.name.trim() === after.name.trim() &&
  before.type === after.type &&
  (after.type !== 'import' || before.course === after.course) &&
  isSameDraft(membersOf(before) ?? [], membersOf(after) ?? []) &&
  isSameDraft(before.tutors, after.tutors) &&
  isSameDraft(before.hostnames, after.hostnames) &&
  isSameDraft(before.policies, after.policies);
