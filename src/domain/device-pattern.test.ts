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
