/** Pictures of screens in the tutor's downloads. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '../../support/classroom/classroom.ts';
import { pressAction, select } from '../../support/console/class-actions.ts';
import { cardOf } from '../../support/console/wall.ts';
import { signIn } from '../../support/tutors/sign-in.ts';

test.use({ viewport: { width: 1600, height: 1200 } });

async function takeScreenshots(page: Page): Promise<{ name: string; bytes: Buffer }> {
  const downloading = page.waitForEvent('download');
  await pressAction(page, 'Screenshot');
  const download = await downloading;
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

/** The size that a browser draws it in. */
const drawnSize = (page: Page, bytes: Buffer) =>
  page.evaluate(async (base64) => {
    const binary = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const { width, height } = await createImageBitmap(new Blob([binary], { type: 'image/jpeg' }));
    return { width, height };
  }, bytes.toString('base64'));

/** From the directory at the end of the file. */
function namesInZip(bytes: Buffer): string[] {
  const names: string[] = [];
  for (
    let at = bytes.indexOf('PK\x01\x02', 0, 'latin1');
    at >= 0;
    at = bytes.indexOf('PK\x01\x02', at + 4, 'latin1')
  ) {
    const length = bytes.readUInt16LE(at + 28);
    names.push(bytes.toString('utf8', at + 46, at + 46 + length));
  }
  return names;
}

test('one device gives a picture, several a zip file, and privacy is told', async ({ page, classroom }) => {
  const [first, second, third] = classroom.simulatedClass?.devices.slice(9, 12) ?? [];
  if (!first || !second || !third) throw new Error('no class');
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'teacher@demo.example' });
  await expect(cardOf(page, third.hostname)).toBeVisible({ timeout: 20_000 });

  await select(page, [first]);
  const single = await takeScreenshots(page);
  expect(single.name).toBe(`${first.userName}.jpeg`);
  expect([...single.bytes.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
  expect((await drawnSize(page, single.bytes)).width).toBeGreaterThan(100);

  await select(page, [second]);
  const several = await takeScreenshots(page);
  expect(several.name).toMatch(/^Screenshots 7A Mathematics .*\.zip$/);
  expect(namesInZip(several.bytes).sort()).toEqual(
    [`${first.userName}.jpeg`, `${second.userName}.jpeg`].sort(),
  );

  third.setPrivacy(true);
  await select(page, [third]);
  const partly = await takeScreenshots(page);
  expect(namesInZip(partly.bytes)).toHaveLength(2);
  await expect(page.getByText(`1 of 3 has no picture: ${third.userName} (privacy is enabled)`)).toBeVisible();

  for (const { userName, hostname } of [first, second]) {
    await page.getByRole('checkbox', { name: `Select ${userName}, ${hostname}` }).uncheck();
  }
  await pressAction(page, 'Screenshot');
  await expect(page.getByText('Error while taking screenshot')).toBeVisible();
  third.setPrivacy(false);
});
