/** Each failure that sign-in can show, by making it happen. */
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { expect, test } from '../support/classroom/classroom.ts';
import { createTcpProxy } from '../support/faults/tcp-proxy.ts';
import { keptSessions } from '../support/tutors/kept-sessions.ts';
import { chooseAccount, signIn } from '../support/tutors/sign-in.ts';

// With the service worker, as people have it.
test.use({ serviceWorkers: 'allow' });

const teacher = 'teacher@demo.example';

test('an unknown tenant on the login page is an alert', async ({ page, classroom, pageErrors }) => {
  pageErrors.allow(/404/);
  await page.goto(`${classroom.loginUrl}/sign-in`);
  const google = page.getByRole('button', { name: 'Sign in with Google' });
  await expect(google).toBeDisabled();
  await page.getByLabel('Tenant id').fill('nowhere');
  await google.click();
  await expect(page.getByRole('alert')).toHaveText('Invalid tenant id');
  // The window that the press opened closes by itself.
  await expect.poll(() => page.context().pages().length).toBe(1);
  await expectAccessible(page);
});

test('the console of an unknown tenant says so and leads to the login page', async ({
  page,
  classroom,
  pageErrors,
}) => {
  pageErrors.allow(/404/);
  await page.goto(classroom.platform.origin('nowhere'));
  await expect(page.getByRole('heading', { name: 'Tenant not found' })).toBeVisible();
  await expect(page.getByText('Tenant nowhere is not found in the product’s cloud.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Log in into another tenant' }).click();
  await expect(page).toHaveURL((url) => url.origin === classroom.loginUrl);
});

test('with the configuration host down the console says so, and recovers on Try again', async ({
  page,
  ownClassroom,
  pageErrors,
}) => {
  pageErrors.allow(/ERR_|Failed to load/);
  const proxy = await createTcpProxy({ targetPort: 1 });
  const classroom = await ownClassroom({ options: { configUrl: `http://config.localhost:${proxy.port}` } });
  await proxy.cut();
  await page.goto(classroom.consoleUrl);
  await expect(
    page.getByText('There is an issue with tenant configuration. Please try again later or contact support'),
  ).toBeVisible();
  await expectAccessible(page);
  await proxy.close();
  const back = await createTcpProxy({ targetPort: classroom.platform.port, port: proxy.port });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeVisible();
  await back.close();
});

test('an account that the tenant does not know is told so (401)', async ({ page, classroom, pageErrors }) => {
  pageErrors.allow(/401/);
  await page.goto(classroom.consoleUrl);
  await chooseAccount(page, { email: 'stranger@demo.example', provider: 'Google' });
  await expect(page.getByRole('alert')).toContainText(
    'This user is not authorised to access this tenant. A tenant administrator may need to set up your account.',
  );
  await expectAccessible(page);
  // Another account can be tried from here.
  await page.getByText('Change account?').click();
  await expect(page.getByRole('button', { name: 'Sign in with Microsoft' })).toBeEnabled();
});

test('a platform that fails is reported with its status (500)', async ({
  page,
  ownClassroom,
  pageErrors,
}) => {
  pageErrors.allow(/500/);
  const classroom = await ownClassroom();
  await page.goto(classroom.consoleUrl);
  await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeVisible();
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  const popup = await opening;
  const account = popup.getByRole('button', { name: teacher });
  await expect(account).toBeVisible();
  // The directory of tutors is gone: the read behind GET /sites really fails.
  await classroom.platform.store.db.schema.alterTable('tutors').renameTo('tutors_gone').execute();
  await account.click();
  await expect(page.getByRole('alert')).toContainText('An error occurred while fetching sites (500):');
  await classroom.platform.store.db.schema.alterTable('tutors_gone').renameTo('tutors').execute();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible();
});

test('an account without sites is told so', async ({ page, classroom }) => {
  await page.goto(classroom.consoleUrl);
  await chooseAccount(page, { email: 'newcomer@demo.example', provider: 'Microsoft' });
  await expect(
    page.getByText(
      'Your account is not associated with any sites under this tenant. Permissions will need to be configured by an admin.',
    ),
  ).toBeVisible();
  await expectAccessible(page);
});

/** Opens the provider's window and answers in the provider's place, as a broken or hostile one would. */
async function answerInstead(
  page: Page,
  change: (answer: { idToken: string; state: string }) => { idToken: string; state: string },
) {
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  const popup = await opening;
  await popup.getByRole('button', { name: teacher }).waitFor();
  await popup.route('**/redirect', async (route) => {
    const form = new URLSearchParams(route.request().postData() ?? '');
    const changed = change({ idToken: form.get('id_token') ?? '', state: form.get('state') ?? '' });
    form.set('id_token', changed.idToken);
    form.set('state', changed.state);
    await route.continue({ postData: form.toString() });
  });
  await popup.getByRole('button', { name: teacher }).click();
  return popup;
}

test('a credential that is no token is refused', async ({ page, classroom }) => {
  await page.goto(classroom.consoleUrl);
  await answerInstead(page, ({ state }) => ({ idToken: 'not a token', state }));
  await expect(page.getByRole('alert')).toHaveText('Invalid Google ID Token format.');
});

test('a credential with the nonce of another sign-in is refused', async ({ page, classroom }) => {
  await page.goto(classroom.consoleUrl);
  await answerInstead(page, ({ idToken, state }) => {
    const [head, body = '', signature] = idToken.split('.');
    const claims = { ...JSON.parse(Buffer.from(body, 'base64url').toString()), nonce: 'of-another-sign-in' };
    return {
      idToken: [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.'),
      state,
    };
  });
  await expect(page.getByRole('alert')).toHaveText(
    'This answer belongs to another sign-in. Please sign in again.',
  );
});

test('a forged continue stays in the tenant’s console', async ({ page, classroom }) => {
  await signIn(page, {
    consoleUrl: `${classroom.consoleUrl}//evil.example/steal`,
    email: teacher,
    byHand: true,
  });
  expect(new URL(page.url()).origin).toBe(classroom.consoleUrl);
  await expect(page).toHaveURL(/\/group\//);
});

test('a forged hand-over is refused and changes nothing', async ({ page, classroom }) => {
  await page.goto(`${classroom.consoleUrl}/redirect#code=stolen-code-of-somebody&state=${'s'.repeat(43)}`);
  await expect(page.getByRole('heading', { name: 'This sign-in could not be completed' })).toBeVisible();
  expect(page.url()).not.toContain('code=');
  expect(await keptSessions(page)).toEqual({});
  await expectAccessible(page);
});
