/** Signs a tutor in: the way a person does, or with a session that was begun without the login page. */
import type { Page } from '@playwright/test';
import { authStateOf, sessionKey } from '../../../src/session/auth-state.ts';
import { sessionEntry } from '../../../src/session/session-vault.ts';
import { consoleSession } from './platform-session.ts';

export type SignIn = {
  /** The console's address; a path on it is where the tutor should land. */
  consoleUrl: string;
  email: string;
  /** By the login page and the provider's window: for tests of signing in, and of what comes back to it. */
  byHand?: boolean;
  /** Google unless said; with a Microsoft account it is always by hand. */
  provider?: 'Google' | 'Microsoft';
  /** The site's name, Riverside School unless said; `admin` presses “Login as Admin”. Others are by hand. */
  site?: string;
};

/** Ends when the console's own page is open again. */
export async function signIn(page: Page, request: SignIn): Promise<void> {
  const { consoleUrl, email, provider = 'Google', site = OWN_SITE, byHand = false } = request;
  if (!byHand && provider === 'Google' && site === OWN_SITE) return openSession(page, consoleUrl, email);
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

const OWN_SITE = 'Riverside School';

/** The same provider and hand-over begin the session; only their pages are left out, and what they cost. */
async function openSession(page: Page, consoleUrl: string, email: string): Promise<void> {
  const { origin } = new URL(consoleUrl);
  const platform = { origin: (host: string) => origin.replace(/\/\/[^.]+/, `//${host}`) };
  const askedAtMs = Date.now();
  const auth = authStateOf(await consoleSession(platform, email), askedAtMs);
  const key = sessionKey(auth);
  const entries = { [sessionEntry(key)]: JSON.stringify(auth), 'lectern.lastSession': key };
  const begun = await page.addInitScript(
    (session) => {
      if (location.origin !== session.origin) return;
      for (const [name, value] of Object.entries(session.entries)) localStorage.setItem(name, value);
    },
    { origin, entries },
  );
  await page.goto(consoleUrl);
  // Whoever signs out in the test stays signed out.
  await begun.dispose();
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
