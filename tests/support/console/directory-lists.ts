/** The lists of the whole site: its users and its devices, as a group maintainer sees them. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { RunningClassroom } from '../classroom/running-classroom.ts';
import { signIn } from '../tutors/sign-in.ts';

/** By the link of the navigation. */
export async function openList(
  page: Page,
  classroom: RunningClassroom,
  title: 'Users' | 'Devices',
): Promise<void> {
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'maintainer@demo.example' });
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: title, exact: true })
    .click();
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(11);
}

/** The row whose name contains this text. */
export const rowOf = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });

/** The names of the rows of the page, from above. */
export const namesShown = (page: Page): Promise<string[]> =>
  page
    .getByRole('rowheader')
    .evaluateAll((cells) => cells.map((cell) => cell.querySelector('a')?.textContent ?? ''));

/** Adds the row to the selection, wherever it is in the list. */
export async function selectFound(page: Page, name: string): Promise<void> {
  const search = page.getByRole('searchbox');
  await search.fill(name);
  await expect(page.getByRole('row')).toHaveCount(2);
  await rowOf(page, name).getByRole('checkbox').check();
  await search.fill('');
  await expect(page.getByRole('row')).toHaveCount(11);
}
