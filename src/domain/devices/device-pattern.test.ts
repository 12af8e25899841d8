import { describe, expect, it } from 'vitest';
import { matchesDevicePatterns } from './device-pattern.ts';

describe('device patterns', () => {
  it.each([
    ['RS-7A-01', 'rs-7a-01', true],
    ['RS-7A-01', '7a', true],
    ['RS-7A', 'rs-7a-01', true],
    ['RS-7A-01', 'rs-8a', false],
    ['RS-7A-01', 'RS-*-01', true],
    ['RS-7A-01', 'RS-*-02', false],
    ['RS-7A-01', '7a*', false],
    ['RS-7A-01', '*7a*', true],
    ['RS-7A-01', '*', true],
    ['RS-7A-01', 'r*7*0*1', true],
    ['abab', 'ab*ab', true],
    ['aba', 'ab*ba', false],
    ['abc', 'a*bc*c', false],
    ['a.c', 'a.c', true],
    ['abc', 'a.c', false],
    ['', 'RS', false],
    ['', '*', true],
  ])('says of %o and the pattern %o: %o', (hostname, pattern, expected) => {
    expect(matchesDevicePatterns(hostname, [pattern])).toBe(expected);
  });

  it('means every device when there is no pattern', () => {
    expect(matchesDevicePatterns('RS-7A-01', [])).toBe(true);
    expect(matchesDevicePatterns('RS-7A-01', ['', '  '])).toBe(true);
  });

  it('is content with one pattern of several', () => {
    expect(matchesDevicePatterns('CB-7A-02', ['RS-*', ' cb-* '])).toBe(true);
    expect(matchesDevicePatterns('XX-7A-02', ['RS-*', 'CB-*'])).toBe(false);
  });

  it('does not take longer for a hostile pattern', () => {
    expect(matchesDevicePatterns('a'.repeat(5_000), [`${'a*'.repeat(1_000)}b`])).toBe(false);
  });
});

describe('patterns and student pages', () => {
  it.each([
    ['*', true],
    ['**', true],
    ['page-*', true],
    [' PAGE-* ', true],
    ['page-3f*', true],
    ['page-3f09c1', true],
    ['page-*c1', true],
    ['page-3f', false],
    ['page-3f09c1-and-more', false],
    ['page-', false],
    ['page', false],
    ['p*', false],
    ['page*', false],
    ['*-*', false],
    ['*a*', false],
    ['*3f09c1', false],
    ['a', false],
    ['RS-7A-*', false],
  ])('says of a page and the pattern %o: %o', (pattern, expected) => {
    expect(matchesDevicePatterns('page-3f09c1', [pattern])).toBe(expected);
    expect(matchesDevicePatterns(' PAGE-3F09C1', [pattern])).toBe(expected);
  });

  it('are together where there is no pattern, which means every device', () => {
    expect(matchesDevicePatterns('page-3f09c1', [])).toBe(true);
  });
});
