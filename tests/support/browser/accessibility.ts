/** Looks for what axe finds serious or critical: on a page or a part of it, in one colour scheme or in both. */
import { expect, type Locator, type Page } from '@playwright/test';
import axe from 'axe-core';

/** The rules that look at colours. Every other one finds the same in either scheme: the nodes are the same ones. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
const SCHEMES = ['light', 'dark'] as const;
/** Marks the part of the page that is looked at: axe takes selectors. */
const MARK = 'data-looked-at';

/**
 * Fails on every serious or critical finding of axe on the whole page, no rule and no node left out. `within`: only
 * there, for a part that was opened over or beside a page that was looked at before; fails when it is not there.
 */
export async function expectAccessible(page: Page, within?: string | Locator): Promise<void> {
  await expectNothingGrave(page, within);
}

/**
 * The same in the colour scheme that the page has, and then in the other one with the rules that look at colours.
 * The page follows the system and stays in that other scheme, so from one call to the next each has all the rules.
 */
export async function expectAccessibleInBoth(page: Page, within?: string | Locator): Promise<void> {
  // Colours change at once: half of a transition is no colour that anybody chose.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expectNothingGrave(page, within);
  const shown = await schemeOf(page);
  const other = SCHEMES.find((scheme) => scheme !== shown) ?? 'dark';
  await page.emulateMedia({ colorScheme: other });
  await expect(page.locator('html')).toHaveCSS('color-scheme', other);
  await expectNothingGrave(page, within, COLOUR_RULES);
}

/** What the page's own style sheet has made of the system's scheme. */
const schemeOf = (page: Page) => page.locator('html').evaluate((html) => getComputedStyle(html).colorScheme);

async function expectNothingGrave(page: Page, within?: string | Locator, rules?: string[]): Promise<void> {
  const part = typeof within === 'string' ? page.locator(within) : within;
  // A dialog's code may still be on its way.
  if (part) await expect(part.first()).toBeVisible();
  await part?.evaluateAll((nodes, mark) => {
    for (const node of nodes) node.setAttribute(mark, '');
  }, MARK);
  const violations = await violationsOf(page, part && `[${MARK}]`, rules);
  await part?.evaluateAll((nodes, mark) => {
    for (const node of nodes) node.removeAttribute(mark);
  }, MARK);
  const grave = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map((node) => node.html).join('\n  ')}`);
  expect(grave, `serious findings of axe (${await schemeOf(page)} scheme)`).toEqual([]);
}

/** Its source takes as long to load as a small page to look at: each page has it once. */
async function violationsOf(page: Page, within?: string, rules?: string[]): Promise<axe.Result[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async ({ part, values }) => {
      const { axe: here } = window as unknown as { axe: typeof axe };
      // Without the lists of what is good. No page has a frame.
      const options: axe.RunOptions = { resultTypes: ['violations'] };
      if (values) options.runOnly = { type: 'rule', values };
      const { violations } = await here.run(part ?? document, options);
      return violations;
    },
    { part: within, values: rules },
  );
}

/** Nothing makes the page scroll sideways. */
export async function expectFits(page: Page): Promise<void> {
  const [wide, seen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(wide, 'nothing makes the page scroll sideways').toBeLessThanOrEqual(seen ?? 0);
}

/** What can be pressed or filled in lies within the part from side to side: nothing is cut off. */
export async function expectNothingCutOff(part: Locator): Promise<void> {
  const cutOff = await part.evaluate((frame) => {
    const { left, right } = frame.getBoundingClientRect();
    return [...frame.querySelectorAll('input, select, textarea, button, a, [role=listbox]')].flatMap(
      (each) => {
        const box = each.getBoundingClientRect();
        if (box.width === 0) return [];
        return box.left < left - 1 || box.right > right + 1 ? each.outerHTML.slice(0, 100) : [];
      },
    );
  });
  expect(cutOff).toEqual([]);
}
