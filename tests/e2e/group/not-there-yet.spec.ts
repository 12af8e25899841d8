/** Buttons whose work needs a peer connection say what they will do, and that this version cannot. */
import { expectAccessible } from '../../support/accessibility.ts';
import { pressAction, select } from '../../support/class-actions.ts';
import { expect, test } from '../../support/classroom.ts';
import { signIn } from '../../support/sign-in.ts';
import { cardOf } from '../../support/wall.ts';

test('sharing a screen, sending and collecting files are told honestly, and reach no device', async ({
  page,
  classroom,
}) => {
  const windows = classroom.simulatedClass?.devices.find(({ hostname }) => !hostname.startsWith('CB-'));
  if (!windows) throw new Error('no class');
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'teacher@demo.example' });
  await expect(cardOf(page, windows.hostname)).toBeVisible({ timeout: 20_000 });
  await select(page, [windows]);
  for (const title of ['Share Screen', 'Send Files', 'Collect Files']) {
    await pressAction(page, title);
    const dialog = page.getByRole('dialog', { name: title });
    await expect(dialog).toContainText('this version does not have yet. Nothing was sent.');
    if (title === 'Share Screen') await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
  await expect(page.getByRole('region', { name: 'Activity' })).toHaveCount(0);
  const done = windows.actionsDone().map(({ action }) => action);
  expect(done.filter((action) => /share|broadcast|files/i.test(action))).toEqual([]);
});
