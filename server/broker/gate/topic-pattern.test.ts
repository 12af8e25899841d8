import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePattern, covers, type Reaches, some } from './topic-pattern.ts';

const reaches: Reaches = (_reach, id) => id === 'mine';
const all: Reaches = (_reach, id) => id !== '';
const verdict = (pattern: string, filter: string, how = reaches) => {
  const parts = compilePattern(pattern, { self: 'tina' });
  return parts ? covers(parts, filter.split('/'), how) : undefined;
};

describe('a pattern', () => {
  it.each([
    ['a/b', 'a/b', true],
    ['a/b', 'a/c', false],
    ['a/b', 'a', false],
    ['a/b', 'a/b/c', false],
    ['a/b|c', 'a/c', true],
    ['a/b|c', 'a/+', false],
    ['a/{self}', 'a/tina', true],
    ['a/{self}', 'a/+', false],
    ['a/+/c', 'a/x/c', true],
    ['a/+/c', 'a/+/c', true],
    ['a/+/c', 'a/#', false],
    ['a/+/c', 'a/x/#', false],
    ['a/#', 'a', true],
    ['a/#', 'a/+/x/#', true],
    ['a/#', '#', false],
    ['a/#', '+/b', false],
    ['a/{permittedGroup}/#', 'a/mine/#', true],
    ['a/{permittedGroup}/#', 'a/theirs/x', false],
    ['a/{permittedGroup}/#', 'a/+/x', false],
    ['a/{permittedGroup}/#', 'a/#', false],
  ])('%s against %s: %s', (pattern, filter, expected) => {
    expect(verdict(pattern, filter)).toBe(expected);
  });

  it('lets a wildcard through where every id is reached, but not an empty one', () => {
    expect(verdict('a/{permittedGroup}/#', 'a/+/x', all)).toBe(true);
    expect(verdict('a/{permittedGroup}/#', 'a//x', all)).toBe(false);
  });

  it('is decided by what is known, also where what was asked besides cannot be read', async () => {
    const unheard: unknown[] = [];
    const hear = (error: unknown) => unheard.push(error);
    process.on('unhandledRejection', hear);
    const away: Reaches = (_reach, id) => (id === '' ? false : Promise.reject(new Error('away')));
    expect(verdict('a/{permittedUser}/{permittedClient}', 'a/ann/', away)).toBe(false);
    expect(some([Promise.reject(new Error('away')), true])).toBe(true);
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', hear);
    expect(unheard).toEqual([]);
  });

  it('is for nobody whose token lacks a value of it', () => {
    expect(compilePattern('a/{ownUser}', { ownUser: undefined })).toBeUndefined();
  });

  it('does not ask the directory where the rest does not fit', () => {
    const never: Reaches = () => {
      throw new Error('asked');
    };
    expect(verdict('a/{permittedUser}/b', 'a/x/c', never)).toBe(false);
  });

  it('waits for the directory only where it must', async () => {
    const later: Reaches = async (_reach, id) => id === 'mine';
    await expect(verdict('a/{permittedUser}', 'a/mine', later)).resolves.toBe(true);
    await expect(verdict('a/{permittedUser}', 'a/other', later)).resolves.toBe(false);
  });

  it('that covers a filter covers every topic that the filter matches', () => {
    const word = fc.constantFrom('a', 'b', 'mine', 'tina');
    const patternPart = fc.constantFrom('a', 'a|b', '+', '{self}', '{permittedGroup}');
    const patterns = fc.tuple(fc.array(patternPart, { minLength: 1, maxLength: 3 }), fc.boolean());
    const filters = fc.tuple(
      fc.array(fc.oneof(word, fc.constant('+')), { minLength: 1, maxLength: 3 }),
      fc.boolean(),
    );
    fc.assert(
      fc.property(patterns, filters, fc.array(word, { minLength: 6, maxLength: 6 }), (p, f, words) => {
        const close = ([parts, open]: [string[], boolean]) => (open ? [...parts, '#'] : parts).join('/');
        if (verdict(close(p), close(f)) !== true) return;
        const [parts, open] = f;
        const topic = parts.map((part, i) => (part === '+' ? (words[i] ?? 'a') : part));
        const longer = open ? [...topic, ...words.slice(3)] : topic;
        expect(verdict(close(p), topic.join('/'))).toBe(true);
        expect(verdict(close(p), longer.join('/'))).toBe(true);
      }),
    );
  });
});

describe('some', () => {
  it('is true at once where one is, and waits otherwise', async () => {
    expect(some([false, true, new Promise<boolean>(() => {})])).toBe(true);
    expect(some([])).toBe(false);
    await expect(some([false, Promise.resolve(true)])).resolves.toBe(true);
    await expect(some([Promise.resolve(false)])).resolves.toBe(false);
  });
});
