import { expect, test } from '../support/classroom/classroom.ts';
import { signIn } from '../support/tutors/sign-in.ts';
const OUT = '/tmp/w/class-shots';
test('shots', async ({ page, classroom, pageErrors }) => {
  test.setTimeout(170_000);
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'teacher@demo.example' });
  await expect(page.getByRole('heading', { name: '7A Mathematics' })).toBeVisible();
  await page.locator('[data-picture]').first().waitFor();
  for (const [width, height] of [[360, 740], [768, 1024], [1366, 768], [1920, 1080]] as const) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      const deselect = page.getByRole('button', { name: 'Deselect All', exact: true });
      if (await deselect.isVisible()) await deselect.click();
      const bar = page.getByRole('toolbar', { name: 'Actions' }).locator('..');
      const before = (await bar.boundingBox())?.height;
      if (colorScheme === 'light') await page.screenshot({ path: `${OUT}/${width}-none.png` });
      await page.getByRole('button', { name: 'Select All', exact: true }).click();
      const after = (await bar.boundingBox())?.height;
      console.log('HEIGHT', width, colorScheme, before, after);
      await page.screenshot({ path: `${OUT}/${width}-${colorScheme}.png` });
    }
    const sizes = await page.locator('[data-picture] canvas').evaluateAll((all) =>
      all.slice(0, 3).map((c) => [(c as HTMLCanvasElement).width, c.clientWidth]),
    );
    console.log('SIZES', width, JSON.stringify(sizes));
  }
  // Launch: focus
  await page.getByRole('button', { name: 'Launch', exact: true }).click().catch(() => {});
  console.log('FOCUS', await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200)));
  await page.screenshot({ path: `${OUT}/launch.png` });
});
