import { expect, test } from 'vitest';
import { isEmailAddress, MAX_EMAIL, parseInvites } from './invite-list.ts';

test('entries are split by commas and new lines, trimmed, without blanks and repetitions', () => {
  const text = ' ann@school.example ,, Bob@school.example\r\nBOB@school.example\n\n  \ncarl@school.example,';
  expect(parseInvites(text)).toEqual(['ann@school.example', 'Bob@school.example', 'carl@school.example']);
});

test.each(['', ' , \n ,', '\r\n'])('%j has no entries', (text) => {
  expect(parseInvites(text)).toEqual([]);
});

test.each(['a@b.c', 'ann.o’hara+x@school.example', 'ü@bücher.example'])('%s is an address', (text) => {
  expect(isEmailAddress(text)).toBe(true);
});

test.each([
  '',
  'ann',
  'ann@',
  '@school.example',
  'ann@school',
  'a b@c.d',
  'a@b@c.d',
  'Ann <ann@b.c>',
  'a@b.c.',
])('%j is no address', (text) => {
  expect(isEmailAddress(text)).toBe(false);
});

test('an address has an end', () => {
  const domain = '@school.example';
  expect(isEmailAddress(`${'a'.repeat(MAX_EMAIL - domain.length)}${domain}`)).toBe(true);
  expect(isEmailAddress(`${'a'.repeat(MAX_EMAIL)}${domain}`)).toBe(false);
});
