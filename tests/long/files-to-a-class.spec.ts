/** Files to and from a whole class at once. */

import { expectOpen, openThings } from '../support/browser/peer-probe.ts';
import {
  devicesOf,
  expect,
  expectDevicesAtRest,
  openEverybody,
  test,
} from '../support/classroom/file-class.ts';
import { fileOf, openPanel, probe, send, sha256, transfers } from '../support/console/file-exchange.ts';

test.use({ viewport: { width: 1920, height: 1080 } });

test('thirty devices get two files at once, each as it was', async ({ page, context, ownClassroom }) => {
  await probe(context, { hasShortWaits: true });
  const classroom = await ownClassroom({ students: 30 });
  const { devices } = devicesOf(classroom);
  await openEverybody(page, classroom, devices.length);
  const before = await openThings(page);
  await openPanel(page, 'Send Files', devices);
  const files = [fileOf('Übung.docx', 2_000_003, 3), fileOf('empty.txt', 0)];
  await send(page, files);
  await expect(transfers(page).getByText('Sent', { exact: true })).toHaveCount(
    files.length * devices.length,
    {
      timeout: 240_000,
    },
  );
  const hashes = files.map(({ buffer }) => sha256(buffer)).sort();
  for (const device of devices) {
    expect(
      device
        .receivedFiles()
        .map((file) => file.sha256)
        .sort(),
    ).toEqual(hashes);
  }
  await expectDevicesAtRest(devices);
  await expectOpen(page, before);
});
