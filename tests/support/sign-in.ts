/** Signs in the way a person does: the button, the provider's window, the site, Login. */
import type { Page } from '@playwright/test';

export type SignIn = {
  /** The console's address; a path on it is where the tutor should land. */
  consoleUrl: string;
  email: string;
  provider?: 'Google' | 'Microsoft';
  /** The site's name; `admin` presses “Login as Admin”. */
  site?: string;
};

/** Ends when the console's own page is open again. */
export async function signIn(
  page: Page,
  { consoleUrl, email, provider = 'Google', site = 'Riverside School' }: SignIn,
) {
  await page.goto(consoleUrl);
  await chooseAccount(page, { email, provider });
  if (site === 'admin') {
    await page.getByRole('button', { name: 'Login as Admin' }).click();
  } else {
    await chooseSite(page, site);
    await page.getByRole('button', { name: 'Login', exact: true }).click();
  }
  await page.waitForURL((url) => url.origin === new URL(consoleUrl).origin && url.pathname !== '/redirect');
}

/** Presses the provider's button and picks the account in the window that opens. */
export async function chooseAccount(
  page: Page,
  { email, provider }: { email: string; provider: 'Google' | 'Microsoft' },
) {
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: `Sign in with ${provider}` }).click();
  const popup = await opening;
  const closed = popup.waitForEvent('close');
  await popup.getByRole('button', { name: email }).click();
  await closed;
}

async function chooseSite(page: Page, name: string) {
  await page.getByRole('radio', { name }).check();
}
