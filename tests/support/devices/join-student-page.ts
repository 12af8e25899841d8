/** How a student comes to the student page: in a browser of their own, with the site's link, by their name. */
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { readClassFile } from '../../../agent/simulated/class-file.ts';
import { expect } from '../classroom/classroom.ts';
import type { RunningClassroom } from '../classroom/running-classroom.ts';

export type JoinAs = (classroom: RunningClassroom, name: string) => Promise<Page>;

/** Gives `use` what opens the page and joins. `prepare`: before anything is opened in the student's browser. */
export async function withStudents(
  browser: Browser,
  prepare: (context: BrowserContext) => Promise<void>,
  use: (joinAs: JoinAs) => Promise<void>,
): Promise<void> {
  const contexts: BrowserContext[] = [];
  await use(async (classroom, name) => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    contexts.push(context);
    await prepare(context);
    const page = await context.newPage();
    await page.goto(await studentLink(classroom));
    await expect(page.getByRole('heading', { name: 'Welcome to Riverside School' })).toBeVisible();
    await page.getByRole('textbox', { name: 'Your name' }).fill(name);
    await page.getByRole('button', { name: 'Join' }).click();
    await expectConnected(page);
    return page;
  });
  for (const context of contexts) await context.close();
}

/** As teachers give it out. */
export async function studentLink({ consoleUrl, dataDir }: RunningClassroom): Promise<string> {
  const { siteId, pageKey } = await readClassFile(join(dataDir, 'demo-class.json'));
  return `${consoleUrl}/student/#${new URLSearchParams({ site: siteId, key: pageKey })}`;
}

export const expectConnected = (student: Page): Promise<void> =>
  expect(student.getByText('Connected', { exact: true })).toBeVisible({ timeout: 20_000 });
