import { expect, test } from 'vitest';
import { messageParts } from './message-parts.ts';

const links = (message: string) => messageParts(message).flatMap(({ href }) => href ?? []);

test.each([
  ['See https://maps.example/a?b=c#d.', ['https://maps.example/a?b=c#d']],
  ['(https://wiki.example/Etna_(volcano))', ['https://wiki.example/Etna_(volcano)']],
  ['www.school.example, and HTTP://A.example/!', ['https://www.school.example', 'HTTP://A.example/']],
  ['<a href="https://x.example/">press</a>', ['https://x.example/']],
  ['javascript:alert(1) data:text/html,x ftp://x.example mailto:a@b.example', []],
  ['https:// www. http:// https://-/', []],
  ['https://a.example\u202egpj.exe', ['https://a.example']],
])('%s has these links', (message, expected) => {
  expect(links(message)).toEqual(expected);
});

test.each(['', 'plain', '**bold** <b>x</b>', 'a https://b.example c\nwww.d.example.', '\u200f\u202e\u200b'])(
  'of %j nothing is lost or added',
  (message) => {
    expect(
      messageParts(message)
        .map(({ text }) => text)
        .join(''),
    ).toBe(message);
  },
);

test('a hundred thousand characters take no time', () => {
  const began = performance.now();
  for (const text of [`https://${'('.repeat(100_000)}`, 'www.'.repeat(25_000), 'a'.repeat(100_000)])
    messageParts(text);
  expect(performance.now() - began).toBeLessThan(1_000);
});
