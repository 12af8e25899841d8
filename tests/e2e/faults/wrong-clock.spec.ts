/** Computers whose clock is wrong: a tutor signs in, sees the class, and is told once that the clock is wrong. */
import { expect, test } from '../../support/classroom/classroom.ts';
import { signIn } from '../../support/tutors/sign-in.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

for (const [name, aheadMs, words] of [
  ['five hours ahead', 5 * HOUR_MS, '5 hours ahead'],
  ['two years ahead', 800 * DAY_MS, '2 years ahead'],
  ['ten days behind', -10 * DAY_MS, '10 days behind'],
] as const) {
  test(`a tutor signs in at a computer whose clock is ${name}`, async ({ page, classroom }) => {
    await page.context().clock.install({ time: Date.now() + aheadMs });
    await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'teacher@demo.example', byHand: true });
    await expect(page.getByText(`The clock of this computer is about ${words}`)).toBeVisible();
    await page.reload();
    await expect(page.getByRole('link', { name: '7A Mathematics' }).first()).toBeVisible();
  });
}
