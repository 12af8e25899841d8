import * as v from 'valibot';
import { expect, test } from 'vitest';
import { deviceSchema } from '#protocol/rest/device.ts';
import { draftProblem, isSameDraft, patternsOf, withPatterns } from './member-draft.ts';

const device = (id: string, hostname: string, serialNumber: string) =>
  v.parse(deviceSchema, { id, hostname, serialNumber, type: 'windowsAgent' });

test('a line is a pattern; blank lines and repetitions are none', () => {
  expect(patternsOf(' CB-* \r\n\n\tRS-7A\rCB-*\n')).toEqual(['CB-*', 'RS-7A']);
});

test('a serial number stands for its device’s name, anything else for itself', () => {
  const devices = [device('d1', 'PC-1', 'SN-1'), device('d2', 'PC-2', '')];
  expect(withPatterns(['PC-9'], ['sn-1', 'LAB-*', 'PC-9'], devices)).toEqual({
    patterns: ['PC-9', 'PC-1', 'LAB-*'],
    added: 2,
  });
});

test('what the platform would refuse is said before', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => String(index));
  expect(draftProblem('patterns', many(1_000))).toBeUndefined();
  expect(draftProblem('patterns', many(1_001))).toBe('At most 1,000 patterns');
  expect(draftProblem('patterns', ['x'.repeat(255)])).toBeUndefined();
  expect(draftProblem('patterns', ['x'.repeat(256)])).toBe('Max 255 characters');
  expect(draftProblem('members', many(20_000))).toBeUndefined();
  expect(draftProblem('members', many(20_001))).toBe('At most 20,000 members');
});

test('another order is no change', () => {
  expect(isSameDraft(['a', 'b'], ['b', 'a'])).toBe(true);
  expect(isSameDraft(['a', 'b'], ['a'])).toBe(false);
  expect(isSameDraft(['a', 'b'], ['a', 'c'])).toBe(false);
});
