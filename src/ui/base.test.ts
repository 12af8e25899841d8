import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const names = (pattern: RegExp, text: string) => [...text.matchAll(pattern)].map(([, name = '']) => name);
const DEFINED = /^\s*(--[\w-]+):/gm;
const USED = /var\((--[\w-]+)/g;

const src = new URL('../', import.meta.url);
const read = (ending: string) =>
  readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .map((file) => ({ file, text: readFileSync(new URL(file, src), 'utf8') }));
const base = readFileSync(new URL('ui/base.css', src), 'utf8');
const sheets = read('.css');
const scripts = read('.tsx');

test('every variable that a style sheet reads is a token, or is set by the sheet or a component', () => {
  const tokens = new Set(names(DEFINED, base));
  const set = new Set(scripts.flatMap(({ text }) => names(/['"`](--[\w-]+)['"`]/g, text)));
  const unknown = sheets.flatMap(({ file, text }) => {
    const own = new Set(names(DEFINED, text));
    return names(USED, text)
      .filter((name) => !tokens.has(name) && !own.has(name) && !set.has(name))
      .map((name) => `${file}: ${name}`);
  });
  expect(sheets.length).toBeGreaterThan(50);
  expect(unknown).toEqual([]);
});

test('each colour of the light scheme has its dark one', () => {
  const [, light = '', dark = ''] = base.split(':root {');
  const colours = names(/^\s*(--lt-[\w-]+): [^;]*(?:#|rgb)/gm, light);
  expect(colours.length).toBeGreaterThan(20);
  expect(names(/^\s*(--lt-[\w-]+): [^;]*(?:#|rgb)/gm, dark)).toEqual(colours);
});
