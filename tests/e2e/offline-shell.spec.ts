import { expect, test } from '../support/classroom.ts';
import { signIn } from '../support/sign-in.ts';
import { cards, expectLivePictures } from '../support/wall.ts';

test('the shell opens with the platform stopped, says so, and recovers', async ({
  page,
  ownClassroom,
  pageErrors,
}) => {
  test.setTimeout(120_000);
  pageErrors.allow(/ERR_|WebSocket|Failed to|request failed|unreachable|fetch/i);
  const classroom = await ownClassroom({ students: 4 });
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'teacher@demo.example' });
  await expect(cards(page)).toHaveCount(4);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  await expect(cards(page)).toHaveCount(4);

  await classroom.stopPlatform();
  await page.reload();
  await expect(page.getByText('You are offline — shown from this device’s copy')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();

  await classroom.restartPlatform();
  await expect(cards(page)).toHaveCount(4, { timeout: 40_000 });
  await expectLivePictures(page, 3);
  await expect(page.getByText('You are offline — shown from this device’s copy')).toHaveCount(0);
});

test('no cache of the browser holds an authorised answer', async ({ page, classroom }) => {
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'teacher@demo.example' });
  await expect(cards(page).first()).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  await expect(cards(page).first()).toBeVisible();
  const cached = await page.evaluate(async () => {
    const addresses: string[] = [];
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys()) addresses.push(request.url);
    return addresses;
  });
  expect(cached.some((address) => address.endsWith('/demo.json'))).toBe(true);
  expect(cached.filter((address) => /\/(v1|auth|mqtt|peerjs)(\/|$)/.test(new URL(address).pathname))).toEqual(
    cached.filter((address) => address.includes('/stun/')),
  );
});
