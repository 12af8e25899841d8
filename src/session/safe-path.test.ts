import fc from 'fast-check';
import { expect, test } from 'vitest';
import { safePath } from './safe-path.ts';

test.each([
  '/',
  '/group/7a',
  '/group/x?hostnames=%5B%5D#y',
  '/admin/tutors/1',
  '/redirects',
  '/sign-in-help',
])('keeps the own path %s', (path) => expect(safePath(path)).toBe(path));

test.each([
  undefined,
  null,
  '',
  'group/7a',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/ /evil.example',
  '/.//evil.example',
  '/x/..//evil.example',
  'https://evil.example/',
  'https:evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  '/redirect#code=x',
  '/sign-in',
  '/sign-up/',
])('makes %j the start page', (path) => expect(safePath(path)).toBe('/'));

test('whatever comes in, the result stays on this origin', () => {
  const nasty = fc.string({
    unit: fc.constantFrom('/', '\\', '.', ':', '@', '%', '#', '?', '\t', '\n', 'e', 'h'),
  });
  fc.assert(
    fc.property(nasty, (text) => {
      const url = new URL(safePath(text), 'https://own.example');
      expect(url.origin).toBe('https://own.example');
      expect(new URL(safePath(safePath(text)), url.origin).href).toBe(url.href);
    }),
  );
});
