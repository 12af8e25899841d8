import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { isBuiltFile, isDocument } from './own-answers.ts';

const answer = (type: string, body = '', status = 200) =>
  new Response(body, { status, headers: { 'content-type': type } });
const asked = (path: string) => new URL(path, 'https://demo.example');
const PORTAL = '<!doctype html><title>Sign in to the Wi-Fi</title>';

test.each([
  ['JSON', answer('application/json; charset=utf-8'), true],
  ['JSON of a kind', answer('application/problem+json'), true],
  ['a page', answer('text/html'), false],
  ['nothing that says what it is', new Response(''), false],
  ['a failure', answer('application/json', '', 503), false],
])('as a document, %s', (_, response, isKept) => {
  expect(isDocument(response)).toBe(isKept);
});

test.each([
  ['a script', '/assets/index-1a.js', answer('text/javascript'), true],
  ['a page for a script', '/assets/index-1a.js', answer('text/html', PORTAL), false],
  ['a page for a picture', '/icons/icon-192.png', answer('text/html', PORTAL), false],
  ['the page of a portal for the shell', '/index.html', answer('text/html', PORTAL), false],
  ['a script for the shell', '/index.html', answer('text/javascript'), false],
  ['a page of the Help site', '/docs/index.html', answer('text/html', '<h1>Help</h1>'), true],
  ['a script that is not there', '/assets/index-1a.js', answer('text/javascript', '', 404), false],
])('as a file of the console, %s', async (_, path, response, isKept) => {
  expect(await isBuiltFile(asked(path), response)).toBe(isKept);
});

test('the page of the console is kept, and can still be read', async () => {
  const page = await readFile(new URL('../index.html', import.meta.url), 'utf8');
  const response = answer('text/html; charset=utf-8', page);
  expect(await isBuiltFile(asked('/index.html'), response)).toBe(true);
  expect(await response.text()).toBe(page);
});
