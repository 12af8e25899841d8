/** What policies report from devices: over the screen, on the tab, on the card, in the table. */
import { expectAccessible } from '../../support/browser/accessibility.ts';
import { expect, test } from '../../support/classroom/classroom.ts';
import { cardOf, cards } from '../../support/console/wall.ts';
import { connectHandMade } from '../../support/devices/hand-made-device.ts';
import { signIn } from '../../support/tutors/sign-in.ts';

test('an event is said, counted, listed and cleaned up', async ({ page, ownClassroom }) => {
  const classroom = await ownClassroom({ students: 1 });
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'teacher@demo.example' });
  await expect(cards(page)).toHaveCount(1);
  const groupId = new URL(page.url()).pathname.split('/').pop() ?? '';
  const tab = page.getByRole('tab', { name: /^Alerts/ });
  const messages = page.getByRole('region', { name: 'Messages' });
  const rows = page.getByRole('table').getByRole('row');

  const device = await connectHandMade(classroom, 5);
  await device.say(groupId, 'info', {
    type: 'windowsAgent',
    version: '1',
    displays: [],
    device: { hostname: 'RS-EVENTS' },
    user: { id: 'u', name: device.userName },
  });
  await expect(cards(page)).toHaveCount(2);

  // What the class has reported earlier has been looked at.
  await tab.click();
  await expect(page.getByRole('button', { name: 'Clean up alerts' })).toBeVisible();
  await page.getByRole('tab', { name: 'Devices online' }).click();
  await expect(tab).toHaveText('Alerts');

  await device.tell({
    effectType: 'BlockWebsitesDefinition',
    rule: '*.games.example',
    context: { url: 'https://play.games.example/' },
  });
  await expect(messages).toContainText(`Opened a blocked website: https://play.games.example/`);
  await expect(messages.getByRole('button', { name: 'Close All' })).toBeVisible();
  await expect(tab).toHaveText('Alerts1');
  const bell = cardOf(page, 'RS-EVENTS').getByRole('link', { name: /^1 new alert from / });
  await expect(bell).toHaveText('1');
  await expect(bell).toHaveAttribute('href', new RegExp(`/group/${groupId}/.+\\?tab=Alerts$`));
  await tab.click();

  await expect(tab).toBeFocused();
  await expect(tab).toHaveAttribute('aria-selected', 'true');
  await expect(messages.getByRole('listitem')).toHaveCount(0);
  await expect(rows.nth(1)).toContainText(device.userName);
  await expect(rows.nth(1)).toContainText('Rule: *.games.example');
  await expect(rows.nth(1)).toContainText('New');
  await expect(tab).toHaveText('Alerts');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 800 });
  await expectAccessible(page);

  await device.tell({ effectType: 'KeywordMonitoringDefinition', context: { word: 'cheat' } });
  await expect(rows.nth(1)).toContainText('Word: cheat');
  await expect(tab).toHaveText('Alerts');

  await page.getByRole('button', { name: 'Clean up alerts' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Delete all alerts' }).click();
  await expect(page.getByText('There are no events')).toBeVisible();
  await expect(messages).toContainText(/^All alerts of .+ were deleted/);
  await device.stop();
});
