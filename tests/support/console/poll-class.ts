/** A tutor's question, and how the summary and the devices tell of it. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { SimulatedDevice } from '../../../agent/simulated/simulated-device.ts';
import { actionBar, pressAction } from './class-actions.ts';

export type Question = {
  body: string;
  type?: 'Multiple choice' | 'Short answer';
  answers?: readonly string[];
};

export const summaryOf = (page: Page) => page.getByRole('region', { name: 'Poll results' });

/** The button "Poll", in the bar or in its menu, which is open then. */
export async function pollButton(page: Page): Promise<Locator> {
  const button = actionBar(page).getByRole('button', { name: 'Poll', exact: true });
  if (await button.isVisible()) return button;
  await actionBar(page).getByRole('button', { name: 'More actions' }).click();
  return page.getByRole('menuitem', { name: 'Poll', exact: true });
}

/** Sends it to the selected devices, and waits until it is on their screens. */
export async function askClass(
  page: Page,
  { body, type, answers = [] }: Question,
  devices: readonly SimulatedDevice[],
): Promise<void> {
  await pressAction(page, 'Poll');
  const dialog = page.getByRole('dialog', { name: 'Ask a question' });
  await dialog.getByRole('textbox', { name: 'Question', exact: true }).fill(body);
  if (type !== undefined) await dialog.getByLabel(type).check();
  for (const [index, answer] of answers.entries()) {
    if (index > 1) await dialog.getByRole('button', { name: 'Add answer' }).click();
    await dialog.getByRole('textbox', { name: `Answer ${'ABCDEFGHIJ'.charAt(index)}` }).fill(answer);
  }
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog).toHaveCount(0);
  await expect.poll(() => devices.every((device) => device.state().poll?.question === body)).toBe(true);
}

/** `A: Etna` → `1 of 3`. */
export async function barsOf(page: Page): Promise<Record<string, string>> {
  const bars = await summaryOf(page).getByRole('progressbar').all();
  const pairs = bars.map(async (bar) => [
    (await bar.getAttribute('aria-label')) ?? '',
    (await bar.getAttribute('aria-valuetext')) ?? '',
  ]);
  return Object.fromEntries(await Promise.all(pairs));
}

/** What the devices themselves have, in the form of `barsOf`. */
export function barsWanted(
  answers: readonly string[],
  devices: readonly SimulatedDevice[],
): Record<string, string> {
  const given = devices.flatMap((device) => device.state().poll?.answer?.split(',') ?? []);
  const bars = answers.map((answer, index) => {
    const letter = 'ABCDEFGHIJ'.charAt(index);
    const count = given.filter((each) => each === letter).length;
    return [`${letter}: ${answer}`, `${count} of ${devices.length}`];
  });
  return Object.fromEntries(bars);
}

/** A person's row in the list of who answered what; opens the list. */
export async function respondentOf(page: Page, name: string) {
  const list = summaryOf(page).getByRole('list', { name: 'Who answered what' });
  if (!(await list.isVisible())) await summaryOf(page).getByText('Who answered what').click();
  return list.getByRole('listitem').filter({ hasText: name });
}
