import { readFileSync } from 'node:fs';
import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core';
import { expect, test } from 'vitest';
import { theme, themeVariables } from './theme.ts';

type Variables = ReturnType<typeof defaultCssVariablesResolver>;

const changed = (before: Record<string, string>, after: Record<string, string>) =>
  Object.fromEntries(Object.entries(after).filter(([name, value]) => before[name] !== value));

/** What Mantine would put into a `<style>` element at run time, which the page's CSP refuses. */
function themeCss(): string {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme);
  const before = defaultCssVariablesResolver(DEFAULT_THEME);
  const own = defaultCssVariablesResolver(merged);
  const extra = themeVariables(merged);
  const after: Variables = {
    variables: { ...own.variables, ...extra.variables },
    light: { ...own.light, ...extra.light },
    dark: { ...own.dark, ...extra.dark },
  };
  return convertCssVariables(
    {
      variables: changed(before.variables, after.variables),
      light: changed(before.light, after.light),
      dark: changed(before.dark, after.dark),
    },
    ':root',
  );
}

const plain = (css: string) =>
  css
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/\s+/g, '')
    .replaceAll("'", '"')
    .replaceAll(';}', '}');

test('theme.css holds exactly what the theme changes in Mantine', () => {
  const file = readFileSync(new URL('./theme.css', import.meta.url), 'utf8');
  expect(plain(file)).toBe(plain(themeCss()));
});
