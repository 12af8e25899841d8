/** Waking: now, by the site's runner and real magic packets, and by a group's schedule. */
import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { startNameServer } from '../../../agent/runner/name-server.ts';
import { createSiteRunner } from '../../../agent/runner/site-runner.ts';
import { readClassFile } from '../../../agent/simulated/class-file.ts';
import { expectAccessible } from '../../support/browser/accessibility.ts';
import { expect, test } from '../../support/classroom/classroom.ts';
import type { RunningClassroom } from '../../support/classroom/running-classroom.ts';
import { pressAction } from '../../support/console/class-actions.ts';
import { signIn } from '../../support/tutors/sign-in.ts';

/** The machines of a network that are off: they hear magic packets, and nothing else. */
async function openNetwork() {
  const socket = createSocket('udp4');
  const woken: string[] = [];
  socket.on('message', (packet) => {
    const mac = packet.subarray(6, 12);
    const isMagic = packet.equals(Buffer.concat([Buffer.alloc(6, 0xff), ...Array<Buffer>(16).fill(mac)]));
    if (isMagic) woken.push(mac.toString('hex'));
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const { port } = socket.address() as AddressInfo;
  return { woken, target: { address: '127.0.0.1', port }, close: () => socket.close() };
}

async function startRunner(classroom: RunningClassroom, wakeTarget: { address: string; port: number }) {
  const { tenant, runner } = await readClassFile(join(classroom.dataDir, 'demo-class.json'));
  if (!runner) throw new Error('the class has no runner');
  const hostname = 'PC-Science-Block-1';
  const consoleOrigins = [new URL(classroom.consoleUrl).origin];
  const names = await startNameServer({ hostname, consoleOrigins, port: 0 });
  const started = createSiteRunner({
    platform: `http://127.0.0.1:${classroom.platform.port}`,
    nameUrl: () => `http://127.0.0.1:${names.port}`,
    tenant,
    secret: () => runner.secret,
    wakeTarget,
    hostname,
  });
  started.start();
  await started.ready;
  return {
    async stop() {
      await started.stop();
      await names.close();
    },
  };
}

const link = (page: Page, title: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: new RegExp(`${title}$`) });

async function openGroup(page: Page, classroom: RunningClassroom, who: string, title = 'Computer Suite 1') {
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: `${who}@demo.example` });
  await link(page, title).click();
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
}

const dialog = (page: Page) => page.getByRole('dialog', { name: /^Wake / });

test('what is off is woken by a magic packet, one computer or a whole group', { tag: '@rare' }, async ({
  page,
  classroom,
}) => {
  const network = await openNetwork();
  const runner = await startRunner(classroom, network.target);
  try {
    await openGroup(page, classroom, 'teacher');
    // The runner says where this is: its groups are here now.
    await expect(link(page, 'Science Block')).toBeVisible();
    await page.getByRole('tab', { name: 'Group members' }).click();
    const row = page.getByRole('row').nth(1);
    await expect(row).toContainText('Offline');
    await row.getByRole('checkbox').check();
    await pressAction(page, 'Wake Now');
    await expect(dialog(page).getByText('A Site Runner is ready.')).toBeVisible();
    await expectAccessible(page);
    await dialog(page).getByRole('button', { name: 'Confirm' }).click();
    await expect(dialog(page).getByText('Wake sent to 1 computer:')).toBeVisible();
    await expect.poll(() => network.woken).toHaveLength(1);
    await dialog(page).getByRole('button', { name: 'Close' }).last().click();
    await expect(row).toContainText('Wake action sent');

    await page.getByRole('tab', { name: 'Devices online' }).click();
    await page.getByRole('button', { name: 'Wake group' }).click();
    await expect(dialog(page).getByText('A Site Runner is ready.')).toBeVisible();
    const text = await dialog(page)
      .getByText(/^Wakes \d+ computers of the group, all that are off:$/)
      .textContent();
    const count = text?.match(/\d+/)?.[0];
    await dialog(page).getByRole('button', { name: 'Confirm' }).click();
    await expect(dialog(page).getByText(`Wake sent to ${count} computers:`)).toBeVisible();
    await expect.poll(() => new Set(network.woken).size).toBeGreaterThan(1);
  } finally {
    await runner.stop();
    network.close();
  }
});

test('without a runner nothing can be woken, and groups of its network stay away', { tag: '@rare' }, async ({
  page,
  classroom,
}) => {
  await openGroup(page, classroom, 'teacher');
  await expect(link(page, 'Science Block')).toHaveCount(0);
  await page.getByRole('tab', { name: 'Group members' }).click();
  const row = page.getByRole('row').nth(1);
  // Another test of this classroom may have woken it.
  await expect(row).toContainText(/Offline|Wake action sent/);
  await row.getByRole('checkbox').check();
  await pressAction(page, 'Wake Now');
  await expect(
    dialog(page).getByText('The Wake Now action requires pre-setup of a Site Runner', { exact: true }),
  ).toBeVisible({ timeout: 25_000 });
  const setUp = dialog(page).getByRole('link', { name: 'How to set up a Site Runner (opens in a new tab)' });
  await expect(setUp).toHaveAttribute('href', '/docs/index.html#site-runner');
  await expect(setUp).toHaveAttribute('target', '_blank');
  const confirm = dialog(page).getByRole('button', { name: 'Confirm' });
  await expect(confirm).toHaveAttribute('aria-disabled', 'true');

  await dialog(page).getByRole('radio', { name: 'The whole group: Computer Suite 1' }).check();
  await expect(
    dialog(page).getByText(
      'The Wake action requires an available Site Runner. Please ensure a Runner is configured and online for this site.',
    ),
  ).toBeVisible();
  await expect(setUp).toHaveCount(0);
  await expect(confirm).toHaveAttribute('aria-disabled', 'true');
});

test('a schedule is switched on, changed and cleared', { tag: '@rare' }, async ({ page, classroom }) => {
  await openGroup(page, classroom, 'maintainer', 'Exam Laptops');
  const button = page.getByRole('button', { name: 'Wake on Lan Schedule' });
  await expect(button).toHaveAttribute('data-tip', 'Schedule on Pause');
  await button.click();
  const schedule = page.getByRole('dialog', { name: 'Wake on Lan Schedule' });
  await schedule.getByRole('switch').check();
  await schedule.getByRole('checkbox', { name: 'Sunday' }).check();
  await schedule.getByLabel('Start time', { exact: true }).fill('09:30');
  await schedule.getByRole('button', { name: 'Add', exact: true }).click();
  await expectAccessible(page);
  await schedule.getByRole('button', { name: 'Submit' }).click();
  await expect(button).toHaveAttribute('data-tip', 'Schedule is active');

  await page.reload();
  await button.click();
  await expect(schedule.getByRole('list', { name: 'Sunday' })).toContainText('09:30');
  await schedule.getByRole('button', { name: 'Clear schedule' }).click();
  await schedule.getByRole('button', { name: 'Submit' }).click();
  await expect(button).toHaveAttribute('data-tip', 'There is no schedule');
});
