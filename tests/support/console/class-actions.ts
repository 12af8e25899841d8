/** What a tutor does with devices on the group screen, and what becomes of it in the tab and on the devices. */
import { expect, type Page } from '@playwright/test';
import type { SimulatedDevice } from '../../../agent/simulated/simulated-device.ts';

type Named = Pick<SimulatedDevice, 'userName' | 'hostname'>;

/** Adds them to the selection. */
export async function select(page: Page, devices: readonly Named[]): Promise<void> {
  for (const { userName, hostname } of devices) {
    await page.getByRole('checkbox', { name: `Select ${userName}, ${hostname}` }).check();
  }
}

export async function selectAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Select devices' }).click();
  await page.getByRole('menuitem', { name: 'Select All', exact: true }).click();
}

export type ActionName = 'Lock' | 'Unlock' | 'Mute' | 'Unmute';

/** For who is selected in a group, or for the one device of its page. */
export const actionBar = (page: Page) =>
  page.getByRole('toolbar', { name: /^Actions for (selected devices|this device)$/ });

/** A button of the action bar, wherever there is room for it. */
export async function pressAction(page: Page, name: string): Promise<void> {
  const button = actionBar(page).getByRole('button', { name, exact: true });
  const more = actionBar(page).getByRole('button', { name: 'More actions' });
  await expect(button.or(more).first()).toBeVisible();
  if (await button.isVisible()) return button.click();
  await more.click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

/** Does it; a lock as it was last used. */
export async function press(page: Page, action: ActionName): Promise<void> {
  await pressAction(page, action);
  if (action !== 'Lock') return;
  const dialog = page.getByRole('dialog', { name: 'Lock' });
  await dialog.getByRole('button', { name: 'Lock', exact: true }).click();
}

/**
 * Launches pages or programs from the group screen, one after the other, and lets go of the selection. The windows of a
 * simulated lesson end with it, at any moment; what a tutor launches stays until somebody closes it.
 */
export async function launch(
  page: Page,
  devices: readonly SimulatedDevice[],
  wanted: { urls: readonly string[] } | { commands: readonly string[] },
): Promise<void> {
  const [kind, field, values] =
    'urls' in wanted
      ? (['A web page', 'Address', wanted.urls] as const)
      : (['A program', 'Command', wanted.commands] as const);
  const form = page.getByRole('dialog', { name: 'Launch', exact: true });
  await select(page, devices);
  for (const value of values) {
    await pressAction(page, 'Launch');
    await form.getByRole('radio', { name: kind }).check();
    await form.getByRole('textbox', { name: field }).fill(value);
    await page.keyboard.press('Enter');
    for (const device of devices)
      await expect
        .poll(() => [
          ...device.tabs().map(({ url }) => url),
          ...device.applications().map(({ processName }) => processName),
        ])
        .toContain(value);
  }
  for (const { userName, hostname } of devices)
    await page.getByRole('checkbox', { name: `Select ${userName}, ${hostname}` }).uncheck();
}

/** The newest action of the tab, as the activity area tells it. */
export const newestActivity = (page: Page) =>
  page.getByRole('region', { name: 'Activity' }).getByRole('listitem').first();

export async function expectConfirmed(page: Page, action: ActionName, count: number): Promise<void> {
  const row = newestActivity(page);
  await expect(row).toContainText(action);
  await expect(row).toContainText(count === 1 ? 'Confirmed' : `${count} of ${count} confirmed`, {
    timeout: 20_000,
  });
}

export type DoneLog = {
  /** Who did it, by hostname, once for each time. */
  whoDid(action: Lowercase<ActionName>): string[];
  stop(): void;
};

/** What the devices do from now on. */
export function followActions(devices: readonly SimulatedDevice[]): DoneLog {
  const done: { hostname: string; action: string }[] = [];
  const undos = devices.map((device) =>
    device.onActionDone(({ action, ok }) => {
      if (ok) done.push({ hostname: device.hostname, action });
    }),
  );
  return {
    whoDid: (name) => done.flatMap(({ action, hostname }) => (action === name ? [hostname] : [])).sort(),
    stop() {
      for (const undo of undos) undo();
    },
  };
}

export const hostnames = (devices: readonly Named[]): string[] =>
  devices.map(({ hostname }) => hostname).sort();
