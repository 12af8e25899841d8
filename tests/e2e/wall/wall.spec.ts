/** The wall of a group: its tiles live, filtered, moved, saved for everybody, and what is asked before it is left. */
import type { Browser, Locator, Page } from '@playwright/test';
import { expectAccessibleInBoth, expectFits } from '../../support/browser/accessibility.ts';
import { expect, test } from '../../support/classroom/classroom.ts';
import type { RunningClassroom } from '../../support/classroom/running-classroom.ts';
import { expectLivePictures } from '../../support/console/wall.ts';
import { connectHandMade } from '../../support/devices/hand-made-device.ts';
import { signIn } from '../../support/tutors/sign-in.ts';
import { readMetrics, samplesOf } from '../../support/wire/metrics-text.ts';

const TEACHER = 'teacher@demo.example';
const MAINTAINER = 'maintainer@demo.example';

const tiles = (page: Page): Locator => page.locator('ul[aria-label="Devices"] > li[data-tile]');
const tileOf = (page: Page, name: string): Locator => tiles(page).filter({ hasText: name });
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
const edit = (page: Page) => button(page, 'Drag Thumbnails');
const placeOf = (tile: Locator) =>
  tile.evaluate((element: HTMLElement) => ({ x: element.offsetLeft, y: element.offsetTop }));

/** Opens the first group, then its wall. Answers the path of the group. */
async function openWall(
  page: Page,
  classroom: RunningClassroom,
  { email = TEACHER, search = '' } = {},
): Promise<string> {
  await signIn(page, { consoleUrl: classroom.consoleUrl, email });
  await expect(page).toHaveURL(/\/group\/[^/]+$/);
  const path = new URL(page.url()).pathname;
  await page.goto(`${classroom.consoleUrl}${path}/grid${search}`);
  await expect(page.getByRole('toolbar', { name: 'Wall controls' })).toBeVisible();
  return path;
}

function namesOf(classroom: RunningClassroom): [string, string] {
  const [first, second] = classroom.simulatedClass?.devices ?? [];
  if (!first || !second) throw new Error('the class is empty');
  return [first.hostname, second.hostname];
}

async function drag(page: Page, tile: Locator, by: { x: number; y: number }): Promise<void> {
  const box = await tile.boundingBox();
  if (!box) throw new Error('the tile is not to be seen');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by.x / 2, y + by.y / 2);
  await page.mouse.move(x + by.x, y + by.y);
  await page.mouse.up();
}

/** The wall as somebody else sees it, in another browser. */
async function otherWall(browser: Browser, classroom: RunningClassroom): Promise<Page> {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await openWall(page, classroom);
  return page;
}

test('shows every device live, without the navigation, in both schemes, narrow and wide', async ({
  page,
  classroom,
}) => {
  test.setTimeout(90_000);
  await openWall(page, classroom);
  await expect(tiles(page).and(page.locator(':not([data-state=offline])'))).toHaveCount(30);
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
  await expectLivePictures(page, 10);
  for (const size of [
    { width: 360, height: 740 },
    { width: 1920, height: 1080 },
  ]) {
    await page.setViewportSize(size);
    await expectAccessibleInBoth(page);
    await expectFits(page);
  }
  for (const [name, title] of [
    ['Filter Devices', 'Grid Filter'],
    ['Save Grid Layout', 'Save Grid Layout'],
    ['Saved Layouts', 'Saved Layouts'],
  ] as const) {
    await button(page, name).click();
    await expectAccessibleInBoth(page, page.getByRole('dialog', { name: title, exact: true }));
    await page.keyboard.press('Escape');
  }
});

test('is filtered by the address, and the address by the filter', async ({ page, classroom }) => {
  const [first, second] = namesOf(classroom);
  const search = `?hostnames=${encodeURIComponent(JSON.stringify([first.toUpperCase(), ' ']))}`;
  await openWall(page, classroom, { search });
  await expect(tiles(page)).toHaveCount(1);
  await expect(tileOf(page, first)).toBeVisible();

  await button(page, 'Filter Devices (1 chosen)').click();
  const dialog = page.getByRole('dialog', { name: 'Grid Filter' });
  await dialog.getByRole('option', { name: second }).click();
  await button(page, 'Apply').click();
  await expect(tiles(page)).toHaveCount(2);
  const inAddress = () => JSON.parse(new URL(page.url()).searchParams.get('hostnames') ?? 'null');
  await expect.poll(inAddress).toHaveLength(2);
  expect(inAddress()).toContain(second);

  await button(page, 'Filter Devices (2 chosen)').click();
  await button(page, 'Clear filter').click();
  await expect(tiles(page)).toHaveCount(30);
  expect(new URL(page.url()).search).toBe('');
});

test('a tile is moved by mouse and keys, undone and put back, saved, and stands there in another browser', {
  tag: '@rare',
}, async ({ page, browser, ownClassroom, pageErrors }) => {
  test.setTimeout(90_000);
  const classroom = await ownClassroom({ students: 4 });
  const [first, second] = namesOf(classroom);
  await openWall(page, classroom, { email: MAINTAINER });
  await expect(tiles(page).first()).toBeVisible();
  const [one, other] = [tileOf(page, first), tileOf(page, second)];
  await expect(one).not.toHaveAttribute('data-state', 'offline');
  await edit(page).click();
  await expect(button(page, 'Snap Into Grid')).toHaveAttribute('aria-disabled', 'true');
  const before = await placeOf(one);
  await drag(page, one, { x: 40, y: 333 });
  const dragged = await placeOf(one);
  expect(dragged.y).toBe(before.y + 333);
  await expect(page.getByText('Unsaved changes')).toBeVisible();

  await one.getByRole('button').focus();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(() => placeOf(one)).toEqual({ ...dragged, x: dragged.x + 2 });
  await page.keyboard.press('Escape');
  await expect.poll(() => placeOf(one)).toEqual(dragged);
  await page.keyboard.press('ArrowDown');
  await expect.poll(async () => (await placeOf(one)).y % 20).toBe(0);
  await page.keyboard.press('Control+z');
  await expect.poll(() => placeOf(one)).toEqual(dragged);

  // Both, once the other one is selected, too.
  const others = await placeOf(other);
  await other.click({ modifiers: ['Control'] });
  await page.keyboard.press('Shift+ArrowDown');
  await expect.poll(() => placeOf(other)).toEqual({ ...others, y: others.y + 1 });
  await expect.poll(() => placeOf(one)).toEqual({ ...dragged, y: dragged.y + 1 });

  // Where saving fails, the question stays, and so does what is not saved.
  const question = page.getByRole('dialog', { name: 'Unsaved Changes' });
  pageErrors.allow(/net::ERR_FAILED/);
  await page.route(/\/v1\/groups\//, (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.fallback(),
  );
  const failed = page.waitForEvent('requestfailed', (request) => request.method() === 'PUT');
  await page.getByRole('link', { name: 'Groups', exact: true }).click();
  await button(page, 'Save & Leave').click();
  await failed;
  await expect(button(page, 'Save & Leave')).not.toHaveAttribute('aria-disabled', 'true');
  await expect(question).toBeVisible();
  await expect(question.getByRole('alert')).not.toBeEmpty();
  await button(page, 'Cancel').click();
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await page.unroute(/\/v1\/groups\//);

  await edit(page).click();
  await expect(page.getByText('Layout saved')).toBeVisible();
  await expect(page.getByText('Unsaved changes')).toHaveCount(0);
  const wall = await otherWall(browser, classroom).catch(() => undefined);
  if (wall === undefined) throw new Error('the other wall did not open');
  await expect.poll(() => placeOf(tileOf(wall, first))).toEqual({ ...dragged, y: dragged.y + 1 });

  // Who may not change the group keeps what was moved on this computer, and is told so.
  await edit(wall).click();
  await expect(wall.getByRole('note')).toContainText('Only group maintainers save the layout for everyone');
  await tileOf(wall, first).getByRole('button').focus();
  await wall.keyboard.press('ArrowDown');
  await edit(wall).click();
  await expect(wall.getByText(/^Layout saved on this computer as/)).toBeVisible();
  await button(wall, 'Snap Into Grid').click();
  await expect.poll(() => placeOf(tileOf(wall, first))).toEqual(before);
  await wall.context().close();
});

test('what is not saved is asked for before a link or Back leads away', async ({ page, classroom }) => {
  const [first] = namesOf(classroom);
  const path = await openWall(page, classroom);
  await expect(tileOf(page, first)).toBeVisible({ timeout: 30_000 });
  await edit(page).click();
  await tileOf(page, first).getByRole('button').focus();
  await page.keyboard.press('ArrowDown');
  const question = page.getByRole('dialog', { name: 'Unsaved Changes' });

  await page.getByRole('link', { name: 'Groups', exact: true }).click();
  await expect(question).toBeVisible();
  await expectAccessibleInBoth(page, question);
  await button(page, 'Cancel').click();
  await expect(question).toHaveCount(0);
  await expect(page).toHaveURL(/\/grid$/);

  const warned = new Promise<string>((resolve) => {
    page.once('dialog', (dialog) => {
      resolve(dialog.type());
      void dialog.dismiss();
    });
  });
  await page.close({ runBeforeUnload: true });
  expect(await warned).toBe('beforeunload');

  await page.getByRole('link', { name: 'Groups', exact: true }).click();
  await button(page, 'Leave Without Saving').click();
  await expect(page).toHaveURL(/\/settings\/groups$/);
  // The address changes before the wall has gone.
  await expect(tiles(page)).toHaveCount(0);

  // Not by loading the page anew, which is asked for by the browser itself.
  await page.evaluate((wall) => history.pushState({}, '', wall), `${path}/grid`);
  await expect(tileOf(page, first)).toBeVisible();
  await edit(page).click();
  await tileOf(page, first).getByRole('button').focus();
  await page.keyboard.press('ArrowDown');
  await page.evaluate(() => history.back());
  await button(page, 'Save & Leave').click();
  await expect(page).toHaveURL(/\/settings\/groups$/);
  await expect(page.getByText(/^Layout saved on this computer as/)).toBeVisible();
});

test('a layout is saved under a name, opened, and deleted with a way back', async ({ page, classroom }) => {
  const [first] = namesOf(classroom);
  await openWall(page, classroom);
  const tile = tileOf(page, first);
  await expect(tile).toBeVisible();
  const before = await placeOf(tile);
  await edit(page).click();
  await drag(page, tile, { x: 30, y: 200 });
  const moved = await placeOf(tile);
  await button(page, 'Save Grid Layout').click();
  await expect(button(page, 'Save')).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('textbox', { name: 'Layout name' }).fill('  Room 3 ');
  await button(page, 'Save').click();
  await expect(page.getByText('Layout saved on this computer as “Room 3”')).toBeVisible();
  await button(page, 'Undo').click();
  await edit(page).click();
  await expect.poll(() => placeOf(tile)).toEqual(before);

  // From another version, and from somebody's hand.
  await page.evaluate(() => {
    localStorage.setItem('grid-layout-Tomorrow', '{"version":7,"positions":{}}');
    localStorage.setItem('grid-layout-Torn', '{"positions":{"a":{"x":"left"}');
  });
  await button(page, 'Saved Layouts').click();
  await expect(button(page, 'Open Tomorrow')).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByText('It was saved by a newer version')).toBeVisible();
  await expect(page.getByText('It cannot be read')).toBeVisible();
  await button(page, 'Delete Room 3').click();
  await expect(button(page, 'Open Room 3')).toHaveCount(0);
  await button(page, 'Undo').click();
  await button(page, 'Open Room 3').click();
  await expect.poll(() => placeOf(tile)).toEqual(moved);
});

test('another display is shown, the screen is filled, and a tile opens its device', { tag: '@rare' }, async ({
  page,
  classroom,
}) => {
  await openWall(page, classroom);
  const key = await tiles(page)
    .filter({ has: page.getByRole('group', { name: /^Displays of/ }) })
    .first()
    .getAttribute('data-tile');
  // Another one may come before it.
  const tile = page.locator(`[data-tile="${key}"]`);
  const second = tile.getByRole('button', { name: /2/ });
  await second.click();
  await expect(second).toHaveAttribute('aria-pressed', 'true');
  const kept = () => page.evaluate(() => localStorage.getItem('gridClientDisplayMap'));
  await expect.poll(kept).toContain('":"');
  expect(await page.evaluate(() => localStorage.getItem('clientDisplayMap'))).toBeNull();

  await button(page, 'Hide Controls').click();
  await expect(page.getByRole('toolbar', { name: 'Wall controls' })).toHaveCount(0);
  await button(page, 'Show Controls').click();
  await expect(page.getByRole('toolbar', { name: 'Wall controls' })).toBeVisible();

  await button(page, 'Full Screen').click();
  await expect(button(page, 'Leave Full Screen')).toBeVisible();
  await expect(page.getByRole('toolbar', { name: 'Wall controls' })).toHaveCount(0, { timeout: 8_000 });
  await page.keyboard.press('Shift');
  await expect(page.getByRole('toolbar', { name: 'Wall controls' })).toBeVisible();
  await button(page, 'Leave Full Screen').click();
  await expect(button(page, 'Full Screen')).toBeVisible();

  const [first] = namesOf(classroom);
  await tileOf(page, first).dblclick();
  await expect(page).toHaveURL(/\/group\/[^/]+\/(user|session)\//);
});

test('stays, with its open dialog, while a device comes back without its details and while a tile fails', async ({
  page,
  ownClassroom,
  pageErrors,
}) => {
  pageErrors.allow(/^part not shown: tile/);
  const classroom = await ownClassroom({ students: 2 });
  await page.addInitScript(() => {
    const { observe } = IntersectionObserver.prototype;
    IntersectionObserver.prototype.observe = function (element) {
      const key = element.getAttribute('data-tile');
      if (key !== null && key === sessionStorage.getItem('failingTile'))
        throw new TypeError('as a test wants it');
      observe.call(this, element);
    };
  });
  const path = await openWall(page, classroom);
  const groupId = path.split('/').pop() ?? '';
  await expect(tiles(page).and(page.locator(':not([data-state=offline])'))).toHaveCount(2);
  const failedParts = page.locator('[data-failed-part]');
  const dialog = page.getByRole('dialog', { name: 'Grid Filter' });

  const device = await connectHandMade(classroom, 5);
  await device.say(groupId, 'info', {
    type: 'windowsAgent',
    version: '1',
    displays: [{ id: 'd1', primary: true }],
    device: { hostname: 'RS-BACK' },
    user: { id: 'u', name: 'Back' },
  });
  const tile = tileOf(page, 'RS-BACK');
  await expect(tile).not.toHaveAttribute('data-state', 'offline');
  await device.leave();
  await expect(tile).toHaveAttribute('data-state', 'offline');
  await button(page, 'Filter Devices').click();
  const returned = await connectHandMade(classroom, 5);
  await returned.say(groupId, 'statuses', {});
  await expect(tile).not.toHaveAttribute('data-state', 'offline');
  await expect(dialog).toBeVisible();
  await expect(failedParts).toHaveCount(0);

  const other = await connectHandMade(classroom, 6);
  await page.evaluate((key) => sessionStorage.setItem('failingTile', key), other.clientId);
  await other.say(groupId, 'statuses', {});
  await expect(failedParts).toHaveText(/This tile could not be shown/);
  await expect(dialog).toBeVisible();
  await expect(tile).not.toHaveAttribute('data-state', 'offline');
  await page.keyboard.press('Escape');
  await page.evaluate(() => sessionStorage.clear());
  await failedParts.getByRole('button', { name: 'Try again' }).click();
  await expect(failedParts).toHaveCount(0);
  await expect(page.locator(`[data-tile="${other.clientId}"][data-state]`)).toBeVisible();
  const reported = async () => {
    const answer = await fetch(`http://127.0.0.1:${classroom.platform.port}/metrics`);
    return samplesOf(readMetrics(await answer.text()), 'lectern_render_failures_total', { part: 'tile' });
  };
  await expect.poll(reported).toMatchObject([{ value: 1 }]);
  await Promise.all([returned.stop(), other.stop()]);
});
