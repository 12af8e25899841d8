import { expectAccessible } from '../support/browser/accessibility.ts';
import { expect, test } from '../support/classroom/classroom.ts';
import { cards, expectLivePictures } from '../support/console/wall.ts';
import { signIn } from '../support/tutors/sign-in.ts';

test.use({ viewport: { width: 1600, height: 1400 } });

test('a tutor signs in, picks a site and sees thirty screens that change', async ({ page, classroom }) => {
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'teacher@demo.example', byHand: true });
  await expect(page).toHaveURL(/\/group\/[^/]+$/);
  await expect(page.getByRole('heading', { name: '7A Mathematics' })).toBeVisible();
  await expect(cards(page)).toHaveCount(30);
  // One of the class has privacy on; cards below the fold are not decoded.
  await expectLivePictures(page, 12);
  await expectAccessible(page);
});

test('a second tab of the same group opens no second broker connection', { tag: '@rare' }, async ({
  page,
  context,
  classroom,
}) => {
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'teacher@demo.example' });
  await expect(cards(page)).toHaveCount(30);
  const tutors = () => classroom.platform.broker.connections().filter(({ kind }) => kind === 'tutor');
  expect(tutors()).toHaveLength(1);
  const before = tutors()[0]?.clientId;

  const second = await context.newPage();
  await second.setViewportSize({ width: 1600, height: 1400 });
  await second.goto(page.url());
  await expect(cards(second)).toHaveCount(30);
  await expectLivePictures(second, 12);
  expect(tutors().map(({ clientId }) => clientId)).toEqual([before]);

  await page.close();
  await expectLivePictures(second, 12);
  expect(tutors().map(({ clientId }) => clientId)).toEqual([before]);
  await second.close();
  await expect.poll(tutors, { timeout: 15_000 }).toHaveLength(0);
});

test('what stands in addresses and history can be used by nobody', { tag: '@rare' }, async ({
  page,
  classroom,
  pageErrors,
}) => {
  // The refused redemption below is the point of this test. A code that comes twice ends the session that it began, so
  // what the tab reads at that moment is refused too.
  pageErrors.allow(/40[0-9].*hand-overs\/redeem/, /hand-overs\/redeem/, /401/);
  const seen: string[] = [];
  page.context().on('page', (opened) => opened.on('framenavigated', (frame) => seen.push(frame.url())));
  page.on('framenavigated', (frame) => seen.push(frame.url()));
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'teacher@demo.example', byHand: true });
  await expect(cards(page)).toHaveCount(30);
  // Neither an id token, an access token nor a refresh token: they are all three-part or long-lived secrets.
  expect(
    seen.filter((url) => /eyJ[\w-]+\.[\w-]+\.[\w-]+|id_token=|access_token=|refresh/i.test(url)),
  ).toEqual([]);
  const code = seen.map((url) => /[#&]code=([^&]+)/.exec(url)?.[1]).find(Boolean);
  expect(code, 'the one-time code of the hand-over').toBeDefined();
  // The code has been spent; a second redemption is refused.
  const again = await page.evaluate(
    async ({ code }) => {
      const answer = await fetch(`${localStorage.getItem('AUTH_URL')}/hand-overs/redeem`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'tenant-key': 'demo' },
        body: JSON.stringify({ code, state: 'x'.repeat(43), verifier: 'y'.repeat(43) }),
      });
      return answer.status;
    },
    { code: decodeURIComponent(code ?? '') },
  );
  expect(again).toBeGreaterThanOrEqual(400);
  expect(again).toBeLessThan(500);
  expect(page.url()).not.toContain('code=');
  await page.goBack().catch(() => undefined);
  expect(page.url()).not.toMatch(/code=|token/);
});
