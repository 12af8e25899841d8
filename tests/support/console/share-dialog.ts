/** The dialog that begins a share, and the card that stands for one. */
import { expect, type Page } from '@playwright/test';
import { pressAction, selectAll } from './class-actions.ts';

export const shareDialog = (page: Page) => page.getByRole('dialog', { name: 'Share Screen', exact: true });

/** Of each share that this tab runs. */
export const shareCard = (page: Page) =>
  page.getByRole('region', { name: 'Shared screens' }).getByRole('listitem');

/** Opens the dialog; its share is for the whole group. */
export async function openShareDialog(page: Page): Promise<void> {
  await selectAll(page);
  await pressAction(page, 'Share Screen');
  await shareDialog(page)
    .getByRole('radio', { name: /^All of / })
    .check();
}

/** Presses its button, and waits until the tab shares. */
export async function startShare(page: Page): Promise<void> {
  await shareDialog(page).getByRole('button', { name: 'Share', exact: true }).click();
  await expect(shareCard(page)).toBeVisible({ timeout: 20_000 });
}
