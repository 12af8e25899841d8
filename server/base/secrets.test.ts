import { describe, expect, it } from 'vitest';
import { equalText, newSecret, seal, unseal } from './secrets.ts';

describe('secrets', () => {
  it('are never the same twice', () => {
    expect(newSecret()).not.toBe(newSecret());
    expect(newSecret()).toMatch(/^[\w-]{43}$/);
    // One in 64 would, if nothing were done.
    const some = Array.from({ length: 2_000 }, newSecret);
    expect(some.filter((secret) => secret.startsWith('-'))).toEqual([]);
  });

  it('open what was sealed with them, and nothing else does', () => {
    const sealed = seal('key', 'text with ü', 'test');
    expect(sealed).not.toContain('text');
    expect(unseal('key', sealed, 'test')).toBe('text with ü');
    expect(unseal('other', sealed, 'test')).toBeUndefined();
    expect(unseal('key', sealed, 'another use')).toBeUndefined();
    expect(unseal('key', `${sealed.slice(0, -4)}AAAA`, 'test')).toBeUndefined();
    expect(unseal('key', '', 'test')).toBeUndefined();
  });

  it('compare by content, whatever their lengths', () => {
    expect(equalText('abc', 'abc')).toBe(true);
    expect(equalText('abc', 'abd')).toBe(false);
    expect(equalText('abc', 'abcd')).toBe(false);
  });
});
