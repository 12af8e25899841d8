import { expectAccessible } from '../support/browser/accessibility.ts';
import { expect, test } from '../support/classroom/classroom.ts';
import { cards } from '../support/console/wall.ts';
import { signIn } from '../support/tutors/sign-in.ts';

test('the group switcher works by keyboard alone', async ({ page, classroom }) => {
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'maintainer@demo.example' });
  await expect(cards(page).first()).toBeVisible();
  const start = page.url();

  await page.keyboard.press('Control+g');
  const box = page.getByPlaceholder('Search groups...');
  await expect(box).toBeFocused();
  const dialog = page.getByRole('dialog');
  expect((await dialog.boundingBox())?.width).toBeCloseTo(704, -1);
  await expectAccessible(page);

  await page.keyboard.type('zzzz');
  await expect(page.getByText('No matching groups found')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  expect(page.url()).toBe(start);

  await page.keyboard.press('Control+g');
  await expect(box).toHaveValue('');
  await page.keyboard.type('all dev');
  await expect(page.getByRole('option', { selected: true })).toHaveText(/All devices/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'All devices' })).toBeVisible();
  expect(page.url()).not.toBe(start);

  await page.keyboard.press('Control+g');
  await expect(page.getByRole('option').first()).toBeVisible();
  const first = await page.getByRole('option', { selected: true }).textContent();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option', { selected: true })).not.toHaveText(first ?? '');
});

test('a favourite group comes first, also after a reload', async ({ page, ownClassroom }) => {
  const classroom = await ownClassroom({ students: 1 });
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'maintainer@demo.example' });
  const links = page.getByRole('navigation', { name: 'Main' }).locator('a[href^="/group/"]');
  await expect(links.first()).toBeVisible();
  const last = links.last();
  const name = (await last.textContent()) ?? '';
  await last.click();
  const saved = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && response.url().endsWith('/tutors/self'),
  );
  await page.getByRole('button', { name: `Add ${name} to favourites` }).click();
  await expect(links.first()).toHaveText(name);
  await expect(page.getByRole('button', { name: `Remove ${name} from favourites` })).toBeVisible();
  expect((await saved).ok()).toBe(true);
  await page.reload();
  await expect(links.first()).toHaveText(name);
});
