import * as v from 'valibot';
import { expect, test } from 'vitest';
import { deviceSchema } from '#protocol/rest/device.ts';
import { broadPatterns, draftProblem, isSameDraft, patternsOf, planPatterns } from './member-draft.ts';

const device = (id: string, hostname: string, serialNumber: string) =>
  v.parse(deviceSchema, { id, hostname, serialNumber, type: 'windowsAgent' });

test('a line is a pattern; blank lines and repetitions are none', () => {
  expect(patternsOf(' CB-* \r\n\n\tRS-7A\rCB-*\n')).toEqual(['CB-*', 'RS-7A']);
});

test('serial numbers and names become names of devices, and other entries are no patterns yet', () => {
  const devices = [device('d1', 'PC-1', 'SN-1'), device('d2', 'PC-2', ''), device('d3', 'PC-3', 'SN-1')];
  expect(planPatterns(['sn-1', 'LAB-*', 'pc-2', '101'], devices)).toEqual({
    patterns: ['PC-1', 'PC-3', 'LAB-*', 'PC-2'],
    unknown: ['101'],
    shared: [{ entry: 'sn-1', ids: ['PC-1', 'PC-3'] }],
  });
});

test('a filler in place of a serial number names no devices', () => {
  const filler = 'To Be Filled By O.E.M.';
  const devices = [device('d1', 'PC-1', filler), device('d2', 'PC-2', filler), device('d3', 'PC-3', '0')];
  expect(planPatterns([filler, 'to be filled by o.e.m.', '0'], devices)).toEqual({
    patterns: [],
    unknown: [filler, 'to be filled by o.e.m.', '0'],
    shared: [],
  });
});

test('a pattern is broad if it matches more than half of the devices', () => {
  const devices = ['PC-1', 'PC-2', 'LAB-1', 'LAB-2'].map((name) => device(name, name, name));
  expect(broadPatterns(['1', 'PC', '-', '*', 'PC-1', 'x'], devices)).toEqual(['-', '*']);
  expect(broadPatterns(['PC'], devices.slice(0, 3))).toEqual(['PC']);
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
