import { expect, test } from 'vitest';
import { GUIDE_STEPS } from '#protocol/rest/admin/overview.ts';
import { isGuideOver, stepState } from './guide-state.ts';

test('what is done counts more than what was skipped', () => {
  const guide = { done: ['runner'], skipped: ['runner', 'directory'] } as const;
  expect(
    GUIDE_STEPS.map((step) => stepState({ done: [...guide.done], skipped: [...guide.skipped] }, step)),
  ).toEqual(['open', 'skipped', 'open', 'open', 'done']);
});

test('the guide is over when nothing of it is open', () => {
  expect(isGuideOver({ done: ['site', 'tutors', 'devices'], skipped: ['directory', 'runner'] })).toBe(true);
  expect(isGuideOver({ done: ['site', 'tutors'], skipped: ['directory', 'runner'] })).toBe(false);
});
