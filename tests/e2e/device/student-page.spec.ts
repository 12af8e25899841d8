/** A student at a browser: joins, shares, is asked, answers, and leaves. Each step from one page to the other. */
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../../support/browser/accessibility.ts';
import { expectMoving } from '../../support/browser/moving-picture.ts';
import { expectRunning, NOTHING } from '../../support/browser/peer-probe.ts';
import { pressAction } from '../../support/console/class-actions.ts';
import { cardOf, cards, expectLivePictures } from '../../support/console/wall.ts';
import { studentLink } from '../../support/devices/join-student-page.ts';
import { asks, CAPTURING, expect, lockOf, shareScreen, test } from '../../support/devices/student-page.ts';
import { signIn } from '../../support/tutors/sign-in.ts';

test.use({ launchOptions: CAPTURING });
test.setTimeout(120_000);

const NAME = 'Noor Haddad';

test('joins by name, shares a screen, hides it, stops, and leaves', async ({
  ownClassroom,
  joinAs,
  openTutor,
}) => {
  const classroom = await ownClassroom();
  const tutor = await openTutor(classroom, 0);
  const student = await joinAs(classroom, NAME);
  expect(student.url()).not.toContain('key=');
  const card = cardOf(tutor, NAME);
  await expect(card).toBeVisible();
  await expect(card.getByRole('img', { name: /^Chrome OS/ })).toBeVisible();
  await expect(student.getByText(/ can see that you are here, but not your screen\.$/)).toBeVisible();
  await expectAccessible(student);

  await shareScreen(student);
  await expect(student.getByText(/ can see your screen now\.$/)).toBeVisible();
  await expectLivePictures(tutor, 1);

  const privacy = student.getByRole('switch', { name: 'Hide my screen' });
  await privacy.check();
  await expect(card.getByText(/^Privacy is enabled/)).toBeVisible();
  await expect(card.locator('canvas')).toHaveCount(0);
  await expect(student.getByText(/would like to look, but you have hidden your screen/)).toBeVisible();
  await privacy.uncheck();
  await expectLivePictures(tutor, 1);

  // The same student comes back by a reload: no second card, and nothing is shared by itself.
  await student.reload();
  await expect(student.getByText('Connected', { exact: true })).toBeVisible({ timeout: 20_000 });
  await expect(student.getByText('You do not share anything.')).toBeVisible();
  await expect(cards(tutor)).toHaveCount(1);
  await expect(card.getByText('screenshot is unavailable')).toBeVisible();

  // A student who puts the browser's question away shares nothing.
  await student.evaluate(() => {
    navigator.mediaDevices.getDisplayMedia = () =>
      Promise.reject(new DOMException('Permission denied', 'NotAllowedError'));
  });
  await student.getByRole('button', { name: 'Share screen' }).click();
  await expect(student.getByText('You have not chosen anything, so nothing is shared.')).toBeVisible();
  await expect(card.getByText('screenshot is unavailable')).toBeVisible();

  await student.getByRole('button', { name: 'Leave' }).click();
  await expect(student.getByText('You have left. Nobody sees your screen any more.')).toBeVisible();
  await expect(cards(tutor)).toHaveCount(0);
});

test('captures nothing any more when the student leaves, or leaves the page', { tag: '@rare' }, async ({
  ownClassroom,
  joinAs,
  openTutor,
}) => {
  const classroom = await ownClassroom();
  const tutor = await openTutor(classroom, 0);
  const student = await joinAs(classroom, NAME);
  await shareScreen(student);
  await cardOf(tutor, NAME).getByRole('link', { name: NAME, exact: true }).click();
  await expectRunning(student, { peers: 1, tracks: 2 });

  // A browser may keep the page that was left.
  await student.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })));
  await expectRunning(student, NOTHING);
  await expect(student.getByText('You do not share anything.')).toBeVisible();

  await shareScreen(student);
  await expectRunning(student, { peers: 1, tracks: 2 });
  // The browser still asks when the student has left.
  await student.evaluate(() => {
    const devices = navigator.mediaDevices;
    const capture = devices.getDisplayMedia.bind(devices);
    devices.getDisplayMedia = async (wanted) => {
      const stream = await capture(wanted);
      await new Promise((chosen) => addEventListener('chosen', chosen, { once: true }));
      return stream;
    };
  });
  await student.getByRole('button', { name: 'Share something else' }).click();
  await expectRunning(student, { peers: 1, tracks: 3 });
  await student.getByRole('button', { name: 'Leave' }).click();
  // It is there for three seconds.
  await expect(tutor.getByText('Device is disconnected')).toBeVisible();
  await expectRunning(student, { peers: 0, tracks: 1 });
  await student.evaluate(() => dispatchEvent(new Event('chosen')));
  await expectRunning(student, NOTHING);
  await expectRunning(tutor, NOTHING);
});

test('shares something else, and whoever looks goes on looking', { tag: '@rare' }, async ({
  ownClassroom,
  joinAs,
  openTutor,
}) => {
  const classroom = await ownClassroom();
  const tutor = await openTutor(classroom, 0);
  const student = await joinAs(classroom, NAME);
  await shareScreen(student);
  await cardOf(tutor, NAME).getByRole('link', { name: NAME, exact: true }).click();
  const live = tutor.getByRole('region', { name: 'Screen', exact: true });
  await expectMoving(live.locator('video'));
  // Any fall to thumbnails from now on.
  await live.evaluate((region) => {
    const note = () => document.body.classList.add('fallen');
    new MutationObserver(() => {
      if (region.getAttribute('data-shown') !== 'stream') note();
    }).observe(region, { attributeFilter: ['data-shown'] });
  });
  await student.getByRole('button', { name: 'Share something else' }).click();
  await expectRunning(student, { peers: 1, tracks: 2 });
  await expectMoving(live.locator('video'));
  await expect(tutor.locator('body')).not.toHaveClass(/fallen/);
  expect(await student.evaluate(() => window.peerProbe?.peers.size)).toBe(1);
});

test('is seen by the teacher of the demonstration, whatever the name', async ({
  page,
  ownClassroom,
  joinAs,
}) => {
  const classroom = await ownClassroom();
  await joinAs(classroom, NAME);
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'teacher@demo.example' });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Student pages' }).click();
  await expect(cardOf(page, NAME)).toBeVisible();
});

/** A student on the page, and the tutor with the student's card selected. */
type Pair = { student: Page; tutor: Page; card: Locator };

async function lockWithWords({ student, tutor, card }: Pair): Promise<void> {
  await pressAction(tutor, 'Lock');
  const dialog = tutor.getByRole('dialog', { name: 'Lock', exact: true });
  await dialog.getByRole('textbox', { name: 'Message (optional)' }).click();
  await tutor.keyboard.press('Control+b');
  await tutor.keyboard.type('Look');
  await tutor.keyboard.press('Control+b');
  await tutor.keyboard.type(' <i>here</i> ');
  await dialog.getByRole('button', { name: 'Text colour' }).click();
  await tutor.getByRole('menuitem', { name: 'Red' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Message (optional)' })).toBeFocused();
  await tutor.keyboard.type('please');
  const preview = dialog.getByRole('region', { name: 'Preview' });
  await expect(preview.getByText('please')).toHaveCSS('color', 'rgb(255, 135, 135)');
  const words = ((await preview.locator('div > div').textContent()) ?? '').trim();
  expect(words).toBe('Look <i>here</i> please');
  await tutor.keyboard.press('Control+Enter');
  const lock = lockOf(student);
  await expect(lock.getByText(words)).toBeVisible();
  await expect(lock.getByText('Look', { exact: true })).toHaveCSS('font-weight', '700');
  await expect(lock.getByText('please', { exact: true })).toHaveCSS('color', 'rgb(255, 135, 135)');
  // The student does not end it, wherever the focus is.
  for (const key of ['Escape', 'Escape', 'Tab', 'Escape', 'Escape']) await student.keyboard.press(key);
  await expect(lock).toBeVisible();
  await student.reload();
  await expect(lock.getByText(words)).toBeVisible({ timeout: 20_000 });
  await expect(card.getByRole('img', { name: 'Locked' })).toBeVisible();
}

async function notifyOverTheLock({ student, tutor }: Pair): Promise<void> {
  await pressAction(tutor, 'Notification');
  const form = tutor.getByRole('dialog', { name: 'Send notification', exact: true });
  await form.getByRole('textbox', { name: 'Title (optional)' }).fill('Five minutes');
  await form.getByRole('textbox', { name: 'Message' }).fill('<b>Please</b> save your work');
  await tutor.keyboard.press('Control+Enter');
  const notice = asks(student).getByRole('region', { name: 'Five minutes' });
  await expect(notice.getByText('<b>Please</b> save your work')).toBeVisible();
  await expectAccessible(student, 'dialog');
  await notice.getByRole('button', { name: 'Dismiss' }).click();
  await expect(notice).toHaveCount(0);
  await pressAction(tutor, 'Unlock');
  await expect(lockOf(student)).toHaveCount(0);
}

async function askAndAnswer({ student, tutor, card }: Pair): Promise<void> {
  // Where it is asked does not depend on how far the student has scrolled.
  const { width, height } = student.viewportSize() ?? { width: 1280, height: 900 };
  await student.setViewportSize({ width: 360, height: 480 });
  await student.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await pressAction(tutor, 'Poll');
  const dialog = tutor.getByRole('dialog', { name: 'Ask a question' });
  await dialog.getByRole('textbox', { name: 'Question', exact: true }).fill('Which one is a volcano?');
  await dialog.getByRole('textbox', { name: 'Answer A' }).fill('Etna');
  await dialog.getByRole('textbox', { name: 'Answer B' }).fill('Po');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(asks(student).getByText('Which one is a volcano?')).toBeInViewport();
  await expect(student).toHaveTitle('(1) Student page · Lectern');
  await student.setViewportSize({ width, height });
  await expect(card.getByText('Waiting for a poll answer')).toBeVisible();
  await asks(student).getByRole('radio', { name: /Etna/ }).check();
  await asks(student).getByRole('button', { name: 'Send answer' }).click();
  await expect(card.getByText('A – Etna')).toBeVisible();
  await asks(student).getByRole('radio', { name: /Po/ }).check();
  await asks(student).getByRole('button', { name: 'Change answer' }).click();
  await expect(card.getByText('B – Po')).toBeVisible();
  const summary = tutor.getByRole('region', { name: 'Poll results' });
  await summary.getByRole('button', { name: 'Finish Poll' }).click();
  await expect(asks(student).getByText('Which one is a volcano?')).toHaveCount(0);
}

async function askForFullScreen({ student, tutor, card }: Pair): Promise<void> {
  await pressAction(tutor, 'Full Screen');
  const ask = asks(student).getByRole('region', { name: 'Your teacher asks to see your entire screen' });
  await expect(card.getByText('Requesting Full Screen Access')).toBeVisible();
  await ask.getByRole('button', { name: 'Decline' }).click();
  await expect(card.getByText('Client cancelled full screen')).toBeVisible();
  await pressAction(tutor, 'Full Screen');
  await ask.getByRole('button', { name: 'Accept' }).click();
  await expect(card.getByRole('img', { name: 'Full screen' })).toBeVisible();
  await expect(student.getByText('You share your entire screen.')).toBeVisible();
  await expectLivePictures(tutor, 1);
  // It ends with the share.
  await student.getByRole('button', { name: 'Stop sharing' }).click();
  await expect(card.getByText('Client cancelled full screen')).toBeVisible();
}

async function muteAndBlock({ student, tutor, card }: Pair): Promise<void> {
  await pressAction(tutor, 'Mute');
  await expect(student.getByText('Your teacher has turned the sound off.')).toBeVisible();
  await expect(card.getByRole('img', { name: 'Muted' })).toBeVisible();
  await pressAction(tutor, 'Unmute');
  await expect(student.getByText('Your teacher has turned the sound off.')).toHaveCount(0);
  await pressAction(tutor, 'Block Inputs');
  await expect(student.getByText(/^Your teacher has paused mouse and keyboard/)).toBeVisible();
  await pressAction(tutor, 'Allow Inputs');
  await expect(student.getByText(/^Your teacher has paused mouse and keyboard/)).toHaveCount(0);
}

async function askForTheName({ student, tutor, card }: Pair): Promise<void> {
  await pressAction(tutor, 'Request Name');
  await expect(card.getByText('Waiting for a name')).toBeVisible();
  await asks(student).getByRole('textbox', { name: 'Your name' }).fill('Noor H. <b>');
  await asks(student).getByRole('button', { name: 'Send name' }).click();
  await expect(cardOf(tutor, 'Noor H. <b>')).toBeVisible();
  await expect(student.getByRole('heading', { level: 1 })).toContainText('Noor H. <b>');
}

test('is locked, told, asked and muted, and answers', async ({ ownClassroom, joinAs, openTutor }) => {
  const classroom = await ownClassroom();
  const student = await joinAs(classroom, NAME);
  const tutor = await openTutor(classroom, 1);
  const card = cardOf(tutor, NAME);
  await card.getByRole('checkbox').check();

  const pair = { student, tutor, card };
  await test.step('lock', () => lockWithWords(pair));
  await test.step('notification over the lock', () => notifyOverTheLock(pair));
  await test.step('poll', () => askAndAnswer(pair));
  await test.step('full screen', () => askForFullScreen(pair));
  await test.step('mute and inputs', () => muteAndBlock(pair));
  await test.step('name', () => askForTheName(pair));
});

test('a network that refuses WebSockets is named, with the host that they must reach', {
  tag: '@rare',
}, async ({ page, ownClassroom }) => {
  const classroom = await ownClassroom({ students: 1 });
  await page.routeWebSocket(/\/mqtt/, (socket) => void socket.close());
  await page.goto(await studentLink(classroom));
  await page.getByRole('textbox', { name: 'Your name' }).fill(NAME);
  await page.getByRole('button', { name: 'Join' }).click();
  await expect(page.getByText(/blocks the live connection .* to demo\.localhost:\d+\./)).toBeVisible({
    timeout: 20_000,
  });
});
