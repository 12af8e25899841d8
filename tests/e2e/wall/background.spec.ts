/** The background image of a wall: bad files refused, uploaded, fitted, zoomed, seen by somebody else, and deleted. */

import { createCanvas } from '@napi-rs/canvas';
import type { Locator, Page } from '@playwright/test';
import { expectAccessibleInBoth } from '../../support/browser/accessibility.ts';
import { expect, test } from '../../support/classroom/classroom.ts';
import type { RunningClassroom } from '../../support/classroom/running-classroom.ts';
import { signIn } from '../../support/tutors/sign-in.ts';

const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
const image = (page: Page) => page.locator('img[draggable=false]');
const width = (page: Page) => image(page).evaluate((element: HTMLImageElement) => element.offsetWidth);

async function openWall(page: Page, classroom: RunningClassroom, email: string): Promise<void> {
  await signIn(page, { consoleUrl: classroom.consoleUrl, email });
  await expect(page).toHaveURL(/\/group\/[^/]+$/);
  await page.goto(`${page.url()}/grid`);
  await expect(page.getByRole('toolbar', { name: 'Wall controls' })).toBeVisible();
  await expect(page.locator('li[data-tile]').first()).toBeVisible();
}

function room(type: 'image/png' | 'image/jpeg' = 'image/png'): Buffer {
  const canvas = createCanvas(1_600, 1_200);
  const pen = canvas.getContext('2d');
  pen.fillStyle = '#8aa';
  pen.fillRect(0, 0, 1_600, 1_200);
  return type === 'image/png' ? canvas.toBuffer(type) : canvas.toBuffer(type);
}

test('a picture of the room is uploaded, fitted, zoomed, seen in another browser, and deleted', {
  tag: '@rare',
}, async ({ page, browser, ownClassroom, pageErrors }) => {
  // The platform refuses an SVG.
  pageErrors.allow(/400/);
  test.setTimeout(90_000);
  const classroom = await ownClassroom({ students: 2 });
  await openWall(page, classroom, 'maintainer@demo.example');
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const other = await context.newPage();
  await openWall(other, classroom, 'teacher@demo.example');
  await expect(button(other, 'Upload Background Image')).toHaveAttribute('aria-disabled', 'true');

  await button(page, 'Upload Background Image').click();
  const dialog = page.getByRole('dialog', { name: 'Background Image' });
  await expectAccessibleInBoth(page, dialog);
  await expect(dialog).toContainText('Image upload must be less than 5 MB');
  const choose = (mimeType: string, buffer: Buffer) =>
    dialog.locator('input[type=file]').setInputFiles({ name: 'room', mimeType, buffer });
  const alert = dialog.getByRole('alert');
  await choose('text/html', Buffer.from('<p>'));
  await expect(alert).toHaveText('The file must be an image');
  await choose('image/png', Buffer.alloc(5_242_880));
  await expect(alert).toHaveText('File size must be under 5 MB');
  // A photo of a phone is made smaller before it is sent.
  await choose('image/jpeg', Buffer.concat([room('image/jpeg'), Buffer.alloc(6_000_000)]));
  await expect(alert).toHaveCount(0);
  await choose('image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
  await button(page, 'Upload').click();
  await expect(alert).toContainText('Failed to upload image: Upload succeeded but confirmation failed');
  await expect(alert).toContainText('The file is not a PNG, JPEG, WebP or GIF picture.');

  await choose('image/png', room());
  await button(page, 'Upload').click();
  await expect(dialog).toHaveCount(0);
  await expect(image(page)).toBeVisible();
  const box = page.viewportSize();
  const fitted = await width(page);
  expect(fitted).toBeLessThanOrEqual(box?.width ?? 0);
  expect(fitted).toBeLessThan(1_600);
  await expect.poll(() => image(page).evaluate((each: HTMLImageElement) => each.naturalWidth)).toBe(1_600);
  await expect(image(other)).toBeVisible();

  await button(page, 'Zoom In Background').click();
  await expect.poll(() => width(page)).toBeGreaterThan(fitted);
  await button(page, 'Zoom Out Background').click();
  await button(page, 'Zoom Out Background').click();
  await expect.poll(() => width(page)).toBeLessThan(fitted);
  await button(page, 'Fit to Viewport').click();
  await expect.poll(() => width(page)).toBe(fitted);

  await button(page, 'Upload Background Image').click();
  await button(page, 'Delete Background Image').click();
  await expect(dialog).toHaveCount(0);
  await expect(image(page)).toHaveCount(0);
  await expect(image(other)).toHaveCount(0);
  await expect(button(page, 'Page zoom 100%, back to 100%')).toBeVisible();
  await expect(button(page, 'Fit to Viewport')).toHaveCount(0);
  await context.close();
});
