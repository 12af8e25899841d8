import { expect, test } from 'vitest';
import { isGroupVisible } from './group-visibility.ts';

const group = (id: string, ...permittedHostnames: string[]) => ({ id, properties: { permittedHostnames } });
const tutor = { isMaintainer: false, permissions: new Set(['a']), runnerHostname: undefined };

test('a tutor sees the groups of their permissions only', () => {
  expect(isGroupVisible(group('a'), tutor)).toBe(true);
  expect(isGroupVisible(group('b'), tutor)).toBe(false);
});

test('a hostname-restricted group shows where the site runner’s hostname contains an entry in any case', () => {
  const atLab = { ...tutor, runnerHostname: 'lab-PC-01.school' };
  expect(isGroupVisible(group('a', 'office', 'LAB-pc'), atLab)).toBe(true);
  expect(isGroupVisible(group('a', 'office'), atLab)).toBe(false);
});

test('without a site runner hostname-restricted groups are hidden from all but maintainers', () => {
  expect(isGroupVisible(group('a', 'lab'), tutor)).toBe(false);
  expect(isGroupVisible(group('b', 'lab'), { ...tutor, isMaintainer: true })).toBe(true);
});

test('unread permissions leave the choice to the platform’s list, not to hostnames', () => {
  const facts = { ...tutor, permissions: 'unknown' as const };
  expect(isGroupVisible(group('b'), facts)).toBe(true);
  expect(isGroupVisible(group('b', 'lab'), facts)).toBe(false);
});
