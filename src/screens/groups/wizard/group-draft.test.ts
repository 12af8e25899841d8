import { expect, test } from 'vitest';
import { GROUP_TYPES, type GroupType, groupTypeTitle, typeOf } from '#shell/groups/group-type.ts';
import {
  EMPTY_DRAFT,
  isUnchanged,
  nameProblem,
  stepProblem,
  stepsFor,
  typeObstacle,
  wrongStep,
} from './group-draft.ts';

const draft = { ...EMPTY_DRAFT, name: '7A' };

test.each([
  ['', 'Field is required'],
  [' \t\n', 'Field is required'],
  ['\u200b\u202e\u2066', 'Field is required'],
  ['x'.repeat(256), 'Max 255 characters'],
  ['x'.repeat(255), undefined],
  [`  ${'x'.repeat(255)}  `, undefined],
  ['7A', undefined],
  ['👾', undefined],
  ['رياضيات', undefined],
])('the name %j has the problem %s', (name, problem) => {
  expect(nameProblem(name)).toBe(problem);
});

test('the policies are a step for those who may apply them', () => {
  expect(stepsFor({ policyUser: false })).toEqual(['name', 'members', 'tutors', 'hostnames']);
  expect(stepsFor({ policyUser: true })).toEqual(['name', 'members', 'tutors', 'hostnames', 'policies']);
});

test('the types that each group may take', () => {
  const free = (was: GroupType | undefined) =>
    GROUP_TYPES.filter((wanted) => typeObstacle(was, wanted) === undefined);
  expect(free('import')).toEqual(['import']);
  expect(free('match')).toEqual(['match']);
  expect(free('users')).toEqual(['users', 'devices', 'match']);
  expect(free('devices')).toEqual(['users', 'devices', 'match']);
  expect(free(undefined)).toEqual(['users', 'devices', 'import', 'match']);
});

test('a group of a directory is an import, whatever its course', () => {
  expect(typeOf({ definitionName: 'userGroup', integrationId: 'x' })).toBe('import');
  expect(groupTypeTitle({ definitionName: 'userGroup', integrationId: 'x' })).toBe('Users import');
  expect(typeOf({ definitionName: 'userGroup', integrationId: null })).toBe('users');
  expect(typeOf({ definitionName: 'deviceGroup' })).toBe('devices');
  expect(typeOf({ definitionName: 'deviceMatchGroup' })).toBe('match');
});

test('what the platform would refuse is a problem of its step', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => `lab-${index}`);
  const steps = stepsFor({ policyUser: true });
  expect(wrongStep(steps, draft, true)).toBeUndefined();
  expect(wrongStep(steps, EMPTY_DRAFT, true)).toBe('name');
  const patterns = { ...draft, type: 'match', patterns: many(10_000) } as const;
  expect(wrongStep(steps, patterns, true)).toBe('members');
  expect(wrongStep(steps, { ...patterns, type: 'users' }, true)).toBeUndefined();
  expect(stepProblem('hostnames', { ...draft, hostnames: many(1_001) }, true)).toBe(
    'At most 1,000 host names',
  );
  expect(stepProblem('hostnames', { ...draft, hostnames: ['x'.repeat(256)] }, true)).toBe(
    'Max 255 characters',
  );
});

test('a new import comes from a course; one that is there says itself from which', () => {
  const course = { integrationId: 'i', service: 'google', id: 'c', name: 'Maths' } as const;
  const imported = { ...draft, type: 'import' } as const;
  expect(stepProblem('members', imported, true)).toBe('Choose the course that the group comes from');
  expect(stepProblem('members', imported, false)).toBeUndefined();
  expect(stepProblem('members', { ...imported, course }, true)).toBeUndefined();
  expect(isUnchanged(imported, { ...imported, course })).toBe(false);
  expect(isUnchanged(draft, { ...draft, course })).toBe(true);
});

test('what was chosen for another type is no change', () => {
  expect(isUnchanged(draft, { ...draft, devices: ['d1'], patterns: ['*'] })).toBe(true);
  expect(isUnchanged(draft, { ...draft, users: ['u1'] })).toBe(false);
  expect(isUnchanged(draft, { ...draft, type: 'devices' })).toBe(false);
  expect(isUnchanged({ ...draft, tutors: ['a', 'b'] }, { ...draft, tutors: ['b', 'a'], name: ' 7A ' })).toBe(
    true,
  );
});
