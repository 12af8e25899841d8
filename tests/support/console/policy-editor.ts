/** The page of policies and its editor, as a policy maintainer uses them. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { RunningClassroom } from '../classroom/running-classroom.ts';
import { signIn } from '../tutors/sign-in.ts';

/** Signs in, and opens the page of policies. */
export async function openPolicies(
  page: Page,
  { consoleUrl }: RunningClassroom,
  email = 'maintainer@demo.example',
) {
  await signIn(page, { consoleUrl, email });
  await page.getByRole('link', { name: 'Policies', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Policies' })).toBeVisible();
}

/** The editor of a policy. */
export const editorOf = (page: Page) => page.getByRole('dialog', { name: /^(Create new|Edit) policy$/ });

/** Adds an effect or a condition that is set in a dialog, which is `width` pixels wide where that is said. */
export async function addPart(
  page: Page,
  title: string,
  width: number | undefined,
  fill: (dialog: Locator) => Promise<unknown>,
) {
  await editorOf(page)
    .getByRole('button', { name: `Add ${title}`, exact: true })
    .click();
  const dialog = page.getByRole('dialog', { name: title, exact: true });
  if (width !== undefined) expect((await dialog.boundingBox())?.width).toBe(width);
  await fill(dialog);
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(dialog).toHaveCount(0);
}

/** Saves the policy. */
export async function confirmPolicy(page: Page): Promise<void> {
  await editorOf(page).getByRole('button', { name: 'Confirm' }).click();
  await expect(editorOf(page)).toHaveCount(0);
}
