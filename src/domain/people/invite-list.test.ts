import { expect, test } from 'vitest';
import { isEmailAddress, MAX_EMAIL, parseInvites } from './invite-list.ts';

test('entries are split by commas and new lines, trimmed, without blanks and repetitions', () => {
  const text = ' ann@school.example ,, Bob@school.example\r\nBOB@school.example\n\n  \ncarl@school.example,';
  expect(parseInvites(text)).toEqual({
    addresses: ['ann@school.example', 'Bob@school.example', 'carl@school.example'],
    refused: [],
  });
});

test.each(['', ' , \n ,', '\r\n'])('%j has no entries', (text) => {
  expect(parseInvites(text)).toEqual({ addresses: [], refused: [] });
});

test.each([
  'Lee, Ana <ana@school.example>; Ng, Bo <bo@school.example>',
  'Ana Lee <ana@school.example>, Bo Ng <bo@school.example>',
  'Lee, Ana <ana@school.example>, Ng, Bo <bo@school.example>',
  '"Lee; Ana, \'A\'" <ana@school.example>; "Ng, Bo" <bo@school.example>',
  'ana@school.example <ana@school.example>, <bo@school.example>',
  '"ana@home.example" <ana@school.example>; bo@school.example',
  "'ana@school.example'; 'bo@school.example'",
  'ana@school.example;bo@school.example;',
  'ana@school.example bo@school.example',
  'ana@school.example\tbo@school.example',
  'Ana Lee\tana@school.example\nBo Ng\tbo@school.example',
  'mailto:ana@school.example?subject=Hi, MAILTO:bo@school.example',
  '<mailto:ana@school.example>; [bo@school.example](mailto:bo@school.example)',
  'To: ana@school.example, bo@school.example (Bo Ng)',
  '\u202aana@school.example\u202c,\u200bbo@\u00adschool.example\ufeff',
  'ana@school.example\u00a0；\u3000bo＠school.example',
  '“ana@school.example”, «bo@school.example».',
  'mailto://ana@school.example; mailto:bo%40school.example',
  'SMTP:ana@school.example;smtp:bo@school.example',
  'E-Mail:ana@school.example, To:bo@school.example',
  'ａｎａ＠school．example，bo﹫school。example',
  'ana@school.example؛bo@school.example',
  'ana@school.example،bo@school.example',
  'ana@school.example|bo@school.example',
  'ana@school.example/bo@school.example',
  'ana@school.example Bo Ng <bo@school.example>',
])('finds the addresses in %j', (text) => {
  expect(parseInvites(text)).toEqual({ addresses: ['ana@school.example', 'bo@school.example'], refused: [] });
});

test.each([
  ['Lee, ana@school.example', ['Lee']],
  ['ana@school.example; Bo Ng', ['Bo Ng']],
  ['Ng <bo>; ana@school.example', ['bo']],
  ['ana@school.example, bo@school', ['bo@school']],
  ['ana@school.example, bo@ng@school.example', ['bo@ng@school.example']],
  ['ana@school.example\nBo <bo@school.example <x', ['x']],
])('of %j it refuses %j', (text, refused) => {
  const list = parseInvites(text);
  expect([list.addresses[0], list.refused]).toEqual(['ana@school.example', refused]);
});

test('an address is the one that its owner can sign in with', () => {
  const list = parseInvites('mailto:ana%2Bx@school.example, mu\u0308ller@school.example, a/b@school.example');
  expect(list.addresses).toEqual([
    'ana+x@school.example',
    'm\u00fcller@school.example',
    'a/b@school.example',
  ]);
});

test('long hostile texts cost no more than their length', () => {
  const LONG = 30_000;
  const begun = performance.now();
  for (const part of [
    '<',
    '"',
    '"<',
    '@',
    '<@',
    ' ',
    'a@b.c ',
    '[',
    '"a"',
    "'",
    'a.',
    '(',
    '\n',
    ', ',
    'mailto:',
    '|',
    '/',
    'a@|',
    '@/',
    'a-',
    '%',
  ])
    parseInvites(part.repeat(LONG / part.length));
  expect(performance.now() - begun).toBeLessThan(5_000);
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
  'mailto:a@b.c',
  'a\u200b@b.c',
  '\u202aa@b.c',
  "'a@b.c",
  'a..b@c.de',
  '.a@b.c',
  'a@-b.c',
  'a@b..c',
  'a@10.0.0.1',
  'a@b_c.de',
  '(a)@b.c',
])('%j is no address', (text) => {
  expect(isEmailAddress(text)).toBe(false);
});

test('an address has an end', () => {
  const domain = '@school.example';
  expect(isEmailAddress(`${'a'.repeat(MAX_EMAIL - domain.length)}${domain}`)).toBe(true);
  expect(isEmailAddress(`${'a'.repeat(MAX_EMAIL)}${domain}`)).toBe(false);
});
