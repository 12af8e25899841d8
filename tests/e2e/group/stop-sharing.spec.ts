/** A share that somebody else has begun is ended from the bar. */

import { expect, test } from '../../support/classroom/classroom.ts';
import { actionBar, newestActivity, pressAction, select } from '../../support/console/class-actions.ts';
import { cardOf, cards } from '../../support/console/wall.ts';
import { connectOtherTutor } from '../../support/tutors/other-tutor.ts';
import { signIn } from '../../support/tutors/sign-in.ts';

test.use({ viewport: { width: 1920, height: 1000 } });

test('Stop Sharing ends the share of a screen and the show of another one', async ({ page, classroom }) => {
  const devices = classroom.simulatedClass?.devices ?? [];
  const windows = devices.find(({ hostname }) => hostname.startsWith('RS-'));
  const chrome = devices.find(({ hostname }) => hostname.startsWith('CB-'));
  if (!windows || !chrome) throw new Error('the class is too small');
  const colleague = await connectOtherTutor(classroom, 'maintainer@demo.example');
  try {
    await colleague.tell(windows, 'shareScreen', { session: { id: 'of-the-student' } });
    await colleague.tell(chrome, 'broadcast', { session: { id: 'of-the-tutor', tutorName: 'Mo' } });
    await expect.poll(() => windows.state().shares).toMatchObject([{ sessionId: 'of-the-student' }]);
    await expect.poll(() => chrome.state().broadcast?.sessionId).toBe('of-the-tutor');

    await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'teacher@demo.example' });
    await expect(cards(page)).toHaveCount(30);
    for (const { hostname } of [windows, chrome]) {
      await expect(
        cardOf(page, hostname).getByRole('img', { name: 'Takes part in a screen share' }),
      ).toBeVisible();
    }
    await select(page, [windows, chrome]);
    // In the bar or in its menu: there is not room for all of them.
    const button = (action: string) => actionBar(page).locator(`button[data-action=${action}]`);
    await expect(button('stopSharing')).toHaveAttribute('aria-disabled', 'false');
    await expect(button('shareScreen')).toHaveCount(0);
    await pressAction(page, 'Stop Sharing');
    await expect.poll(() => [windows.state().shares, chrome.state().broadcast]).toEqual([[], undefined]);
    await expect(newestActivity(page).filter({ hasText: 'Stop Sharing' })).toContainText('2 of 2 confirmed');
    await expect(button('shareScreen')).toHaveAttribute('aria-disabled', 'false');
    await expect(button('stopSharing')).toHaveCount(0);
  } finally {
    await colleague.leave();
  }
});
