/** Two tutors and a student at the student page talk in a room. */
import type { Page } from '@playwright/test';
import { expectAccessible } from '../../support/browser/accessibility.ts';
import { expect } from '../../support/classroom/classroom.ts';
import { composer, log, said, write } from '../../support/console/rooms.ts';
import { test } from '../../support/devices/student-page.ts';
import { OUTAGE } from '../../support/faults/fault-stage.ts';
import { createTcpProxy } from '../../support/faults/tcp-proxy.ts';
import { signIn } from '../../support/tutors/sign-in.ts';

const badge = (page: Page) => page.getByRole('link', { name: /Chat/ }).first();

test('a room is made, and two tutors and a student talk in it until it is closed', async ({
  browser,
  page,
  ownClassroom,
  joinAs,
  pageErrors,
}) => {
  const network = await createTcpProxy({ targetPort: 1 });
  const classroom = await ownClassroom({ students: 0, network });
  pageErrors.allow(OUTAGE);
  const { consoleUrl } = classroom;
  const student = await joinAs(classroom, 'Ada Page');
  await signIn(page, { consoleUrl: `${consoleUrl}/rooms`, email: 'maintainer@demo.example' });

  await test.step('the page says what there is, and a room is made', async () => {
    await expect(page.getByText('There are no live chat created yet')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Add' }).click();
    const dialog = page.getByRole('dialog', { name: 'New chat' });
    const create = dialog.getByRole('button', { name: 'Create' });
    await expect(create).toHaveAttribute('aria-disabled', 'true');
    await dialog.getByRole('radio', { name: 'People you choose' }).check();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Volcanoes');
    await dialog.getByRole('option', { name: /Ada Page/ }).click();
    await dialog.getByRole('searchbox').fill('Tess');
    await dialog.getByRole('option', { name: /Tess Teacher/ }).click();
    await expectAccessible(page);
    await create.click();
    await expect(page.getByRole('heading', { name: 'Volcanoes', level: 2 })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Rooms' }).getByText('Volcanoes')).toBeVisible();
  });

  const chat = student.getByRole('region', { name: 'Volcanoes' });
  await test.step('the room is on the student’s page, and what is said is with everybody', async () => {
    await expect(chat).toBeVisible({ timeout: 20_000 });
    await expect(page.getByText('Online User - 2')).toBeVisible();
    await expect(page.getByText('Offline User - 1')).toBeVisible();
    await write(page, 'Look at https://maps.example/etna. <b>Now</b>');
    const link = said(page, 'maps.example').getByRole('link');
    await expect(link).toHaveAttribute('href', 'https://maps.example/etna');
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', /noopener/);
    await expect(said(page, '<b>Now</b>')).toBeVisible();
    await expect(log(page).getByText('Today', { exact: true })).toBeVisible();
    await expect(chat.getByText('<b>Now</b>')).toBeVisible();
    await chat.getByRole('textbox', { name: 'Write a message' }).fill('I see it');
    await student.keyboard.press('Enter');
    await expect(said(page, 'I see it')).toBeVisible();
    await expectAccessible(page);
    await expectAccessible(student);
  });

  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  pageErrors.watch(context);
  const other = await context.newPage();
  await test.step('what is new is counted, over reloads too, and marked when it is seen', async () => {
    await signIn(other, { consoleUrl: `${consoleUrl}/rooms`, email: 'teacher@demo.example' });
    await expect(other.getByText('Select your room from categories')).toBeVisible();
    await expect(other.getByRole('heading', { name: 'Direct Messages' })).toBeVisible();
    // Heard from when the page has come to rest.
    await expect
      .poll(
        () => other.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('lectern.rooms.'))),
        {
          timeout: 20_000,
        },
      )
      .toBe(true);
    await write(page, 'One');
    await write(page, 'Two');
    await expect(badge(other)).toContainText('2 unread messages', { timeout: 20_000 });
    await other.reload();
    await expect(badge(other)).toContainText('2 unread messages', { timeout: 20_000 });
    await other.getByRole('navigation', { name: 'Rooms' }).getByText('Volcanoes').click();
    await expect(said(other, 'Two')).toBeVisible();
    await expect(log(other).getByText('New', { exact: true })).toBeVisible();
    await expect(badge(other)).not.toContainText('unread');
    await expect(page.getByText('Online User - 3')).toBeVisible();
  });

  await test.step('a message without a connection waits, is marked, and goes out once', async () => {
    // The same tutor in a second tab, which has something to say as well.
    const second = await context.newPage();
    await second.goto(other.url());
    await expect(said(second, 'Two')).toBeVisible();
    await network.cut();
    await expect(second.getByText(/^Broker connection error/)).toBeVisible();
    await write(second, 'From the second tab');
    await expect(said(second, 'From the second tab')).toContainText('Waiting for the connection');
    await expect(other.getByText(/^Broker connection error/)).toBeVisible();
    await write(other, 'While away');
    await expect(said(other, 'While away')).toContainText('Waiting for the connection');
    await chat.getByRole('textbox', { name: 'Write a message' }).fill('Away as well');
    await student.keyboard.press('Enter');
    await expect(chat.getByText('Waiting for the connection')).toBeVisible();
    // Both pages are loaded anew while it waits.
    await student.reload();
    await expect(chat.getByText('Away as well')).toBeVisible({ timeout: 20_000 });
    await expect(chat.getByText('Waiting for the connection')).toBeVisible();
    await other.goto(`${consoleUrl}/groups`);
    await network.restore();
    await expect(said(page, 'While away')).toHaveCount(1, { timeout: 30_000 });
    await other.getByRole('link', { name: /Chat/ }).first().click();
    await other.getByRole('navigation', { name: 'Rooms' }).getByText('Volcanoes').click();
    for (const each of [page, other, second]) {
      for (const text of ['While away', 'From the second tab', 'Away as well'])
        await expect(said(each, text)).toHaveCount(1, { timeout: 30_000 });
      await expect(each.locator('[data-unsaid]')).toHaveCount(0);
    }
    await second.close();
    await expect(chat.getByText('Waiting for the connection')).toHaveCount(0);
    await expect(chat.getByText('Away as well')).toHaveCount(1);
  });

  await test.step('an emoji is found and written by keyboard; the limit is said', async () => {
    await page.getByRole('button', { name: 'Emoji' }).press('Enter');
    await page.getByRole('searchbox', { name: 'Search emoji' }).fill('volcano');
    await expectAccessible(page);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(composer(page)).toHaveValue('🌋');
    await composer(page).fill('x'.repeat(100_000));
    await expect(page.getByText(/at most 10,000 characters, and this one has 100,000/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeDisabled();
    await composer(page).fill('');
  });

  await test.step('who is removed sees nothing more', async () => {
    await page.getByRole('button', { name: 'Remove Ada Page from the room' }).click();
    await expect(chat).toBeHidden();
    await page.getByRole('button', { name: 'Remove Tess Teacher from the room' }).click();
    await expect(other.getByText('This room was closed, or you are no longer in it.')).toBeVisible();
    await write(page, 'Only me');
    await expect(said(page, 'Only me')).toBeVisible();
    await expect(other.getByText('Only me')).toBeHidden();
    await page.getByRole('button', { name: 'Invite User' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite User' });
    await expect(dialog.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true');
    await dialog.getByRole('option', { name: /Ada Page/ }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Open on devices 1 person')).toBeVisible();
    await expect(chat.getByText('Only me')).toBeVisible({ timeout: 20_000 });
  });

  await test.step('the room is renamed and closed, on a narrow window too', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Room actions' }).click();
    await page.getByRole('menuitem', { name: 'Edit Room' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit Chat room' });
    await expect(edit.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true');
    await edit.getByRole('textbox', { name: 'Name' }).fill('Etna');
    await edit.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { name: 'Etna', level: 2 })).toBeVisible();
    await expect(student.getByRole('heading', { name: 'Etna' })).toBeVisible();
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Room actions' }).click();
    await page.getByRole('menuitem', { name: 'Close Room' }).click();
    await page
      .getByRole('dialog', { name: 'Close this room?' })
      .getByRole('button', { name: 'Close Room' })
      .click();
    await expect(page.getByText('There are no live chat created yet')).toBeVisible();
    await expect(student.getByRole('region', { name: 'Etna' })).toBeHidden();
  });
  await context.close();
  await network.close();
});
