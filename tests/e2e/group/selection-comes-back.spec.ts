/** A selection outlives that its devices are away for a while. */
import { expect, test } from '../../support/classroom/classroom.ts';
import {
  expectConfirmed,
  followActions,
  hostnames,
  press,
  selectAll,
} from '../../support/console/class-actions.ts';
import { signIn } from '../../support/tutors/sign-in.ts';

test('who was away and is back hears the next action too', async ({ page, ownClassroom }) => {
  const { consoleUrl, simulatedClass } = await ownClassroom({ students: 3 });
  const devices = simulatedClass?.devices ?? [];
  const [away] = devices;
  if (away === undefined) throw new Error('the class is empty');
  await signIn(page, { consoleUrl, email: 'teacher@demo.example' });
  const said = page.getByText(/\d selected/);
  const all = devices.length;
  for (const { hostname } of devices) await expect(page.getByText(hostname).first()).toBeVisible();
  await selectAll(page);
  await expect(said).toHaveText(`${all} selected`);

  await away.stop();
  await expect(said).toHaveText(`${all - 1} selected, 1 reconnecting`);
  away.start();
  await expect(said).toHaveText(`${all} selected`);
  const done = followActions(devices);
  await press(page, 'Mute');
  await expectConfirmed(page, 'Mute', all);
  expect(done.whoDid('mute')).toEqual(hostnames(devices));

  await away.stop();
  await expect(said).toHaveText(`${all - 1} selected, 1 reconnecting`);
  await page.getByRole('button', { name: 'Select devices' }).click();
  await page.getByRole('menuitem', { name: 'Deselect All', exact: true }).click();
  away.start();
  const { userName, hostname } = away;
  await expect(page.getByRole('checkbox', { name: `Select ${userName}, ${hostname}` })).not.toBeChecked();
  await expect(said).toHaveCount(0);
});
