import { expectAccessible } from '../support/browser/accessibility.ts';
import { expect, test } from '../support/classroom/classroom.ts';
import { signIn } from '../support/tutors/sign-in.ts';

test('a visitor of the console without a session is sent to the sign-in page', async ({
  page,
  classroom,
}) => {
  await page.goto(classroom.consoleUrl);
  await expect(page).toHaveURL((url) => url.origin === classroom.loginUrl);
  await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeVisible();
  await expectAccessible(page);
});

test('the Help site opens, styled, with nothing refused by its policy', async ({ page, classroom }) => {
  await page.goto(`${classroom.consoleUrl}/docs/index.html#/`);
  await expect(page.getByRole('heading', { level: 1, name: 'Using Lectern' })).toBeVisible();
  await expect(page.locator('nav')).toHaveCSS('position', 'sticky');
  await expectAccessible(page);
});

test('the web manifest names icons that exist', async ({ page, classroom }) => {
  await page.goto(classroom.loginUrl);
  const sizes = await page.evaluate(async () => {
    const { icons } = await (await fetch('/manifest.webmanifest')).json();
    return Promise.all(
      icons.map(async ({ src, sizes }: { src: string; sizes: string }) => {
        const picture = new Image();
        picture.src = src;
        await picture.decode();
        return sizes === 'any' || sizes === `${picture.naturalWidth}x${picture.naturalHeight}`;
      }),
    );
  });
  expect(sizes.length).toBeGreaterThan(2);
  expect(sizes.every(Boolean)).toBe(true);
});

test('a tutor signs in with the provider’s window and sees the first permitted group', async ({
  page,
  classroom,
}) => {
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'teacher@demo.example', byHand: true });
  await expect(page).toHaveURL(/\/group\/[^/]+$/);
  await expect(page.getByText('7A Mathematics').first()).toBeVisible();
});
