/** Devices that send what no honest device sends: the card says so, and everything else goes on. */
import { expect, test } from '../support/classroom/classroom.ts';
import { cardOf, cards } from '../support/console/wall.ts';
import { connectHandMade } from '../support/devices/hand-made-device.ts';
import { signIn } from '../support/tutors/sign-in.ts';

const info = (hostname: string, name: string, userId: string) => ({
  type: 'windowsAgent',
  version: '1',
  displays: [{ id: 'd1', primary: true }],
  device: { hostname },
  user: { id: userId, name },
});

test('a thumbnail that does not decode is said on its card, and the next good one is shown', async ({
  page,
  ownClassroom,
}) => {
  const classroom = await ownClassroom({ students: 2 });
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'teacher@demo.example' });
  await expect(cards(page)).toHaveCount(2);
  const groupId = new URL(page.url()).pathname.split('/').pop() ?? '';
  const device = await connectHandMade(classroom, 5);
  await device.say(groupId, 'info', info('RS-STRANGE', device.userName, 'u'));
  await device.say(groupId, 'statuses', {});
  await expect(cards(page)).toHaveCount(3);
  const card = cardOf(page, 'RS-STRANGE');
  // Of the cards that are out of sight no picture is drawn, and this one stands among those who are not here.
  await card.scrollIntoViewIfNeeded();
  await device.show(groupId, Buffer.from('this is no picture at all'));
  await expect(card.getByText('This picture could not be shown')).toBeVisible();
  await expect(cards(page)).toHaveCount(3);

  const good = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    canvas.width = 320;
    canvas.height = 180;
    const pen = canvas.getContext('2d');
    if (pen) {
      pen.fillStyle = '#c00';
      pen.fillRect(0, 0, 320, 180);
    }
    return canvas.toDataURL('image/jpeg').split(',')[1] ?? '';
  });
  await device.show(groupId, Buffer.from(good, 'base64'));
  await expect(card.getByText('This picture could not be shown')).toHaveCount(0);
  await expect
    .poll(() =>
      card.locator('canvas').evaluate((canvas) => {
        const copy = document.createElement('canvas');
        copy.width = 1;
        copy.height = 1;
        const pen = copy.getContext('2d');
        pen?.drawImage(canvas as HTMLCanvasElement, 0, 0, 1, 1);
        return [...(pen?.getImageData(0, 0, 1, 1).data ?? [])].map((value) => value > 128);
      }),
    )
    .toEqual([true, false, false, true]);
  await device.stop();
});

test('what a device calls itself is text, however long and whatever it holds', async ({
  page,
  ownClassroom,
}) => {
  const classroom = await ownClassroom({ students: 1 });
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'teacher@demo.example' });
  await expect(cards(page)).toHaveCount(1);
  const groupId = new URL(page.url()).pathname.split('/').pop() ?? '';
  const device = await connectHandMade(classroom, 6);
  const hostile = `<img src=x onerror="document.title='owned'">\u202e${'W'.repeat(9_000)}`;
  await device.say(groupId, 'info', info(hostile, hostile, 'u'));
  await device.say(groupId, 'tabs', {
    tabs: [{ tabId: '1', title: hostile, url: 'javascript:alert(1)', active: true }],
  });
  await expect(cards(page)).toHaveCount(2);
  await expect(page.locator('ul[aria-label="Devices"] img[src="x"]')).toHaveCount(0);
  expect(await page.title()).not.toBe('owned');
  const [wide, seen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(wide).toBeLessThanOrEqual(seen ?? 0);
  const widths = await cards(page).evaluateAll((all) =>
    all.map((card) => Math.round(card.getBoundingClientRect().width)),
  );
  expect(new Set(widths).size).toBe(1);
  await device.stop();
});
