/** The sessions that a console keeps in its browser's local storage, read and changed from outside. */
import type { Page } from '@playwright/test';
import type { AuthState } from '../../../src/session/auth-state.ts';

/** Each session by its key, for example `console:s-1` or `admin`. */
export const keptSessions = (page: Page): Promise<Record<string, AuthState>> =>
  page.evaluate(() => {
    const entries = Object.entries(localStorage).filter(([name]) => name.startsWith('lectern.sessions.'));
    return Object.fromEntries(
      entries.map(([name, text]) => [name.slice('lectern.sessions.'.length), JSON.parse(text)]),
    );
  });

/** Lets the access token of every kept session be one that ran out a second ago. */
export const expireKeptSessions = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const [name, text] of Object.entries(localStorage)) {
      if (!name.startsWith('lectern.sessions.')) continue;
      localStorage.setItem(name, JSON.stringify({ ...JSON.parse(text), expiresAtMs: Date.now() - 1_000 }));
    }
  });

/** How long the access tokens of the kept sessions last, in ms from now: the one that lasts longest. */
export async function tokenLeftMs(page: Page): Promise<number> {
  const sessions = Object.values(await keptSessions(page));
  return Math.max(...sessions.map(({ expiresAtMs }) => expiresAtMs)) - Date.now();
}
