/** Goes over a page by the keyboard alone. */
import { expect, type Page } from '@playwright/test';

export type Stop = { role: string; name: string | RegExp };

/** To the first of these on the way, by Tab alone or backwards. */
export async function tabTo(page: Page, { role, name }: Stop, key = 'Tab'): Promise<void> {
  const wanted = page.getByRole(role as 'button', { name, exact: typeof name === 'string' });
  await expect(wanted.first()).toBeVisible();
  await expect(async () => {
    await page.keyboard.press(key);
    await expect(page.locator(':focus').and(wanted)).toHaveCount(1, { timeout: 50 });
  }).toPass({ intervals: [0], timeout: 20_000 });
}

export const button = (name: string): Stop => ({ role: 'button', name });
