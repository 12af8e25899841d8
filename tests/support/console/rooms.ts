/** The page of chat rooms, as a person finds what is on it. */
import type { Page } from '@playwright/test';

export const composer = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true });
export const log = (page: Page) => page.getByRole('log', { name: 'Messages' });
export const said = (page: Page, text: string) => log(page).getByRole('article').filter({ hasText: text });
export const roomList = (page: Page) => page.getByRole('navigation', { name: 'Rooms' });

export async function write(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press('Enter');
}
