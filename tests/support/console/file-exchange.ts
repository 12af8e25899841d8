/** How a tutor sends and collects files in tests, and what goes over the page's connections then. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { BrowserContext, Download, Locator, Page } from '@playwright/test';
import type { SimulatedDevice } from '../../../agent/simulated/simulated-device.ts';
import { chunksWorkers, probePeers } from '../browser/peer-probe.ts';
import { expect } from '../classroom/classroom.ts';
import { pressAction, select } from './class-actions.ts';

export type SentFile = { name: string; mimeType: string; buffer: Buffer };

/** Bytes that repeat nowhere within a chunk; `seed` makes one file unlike another. */
export function fileOf(name: string, bytes: number, seed = 1): SentFile {
  const buffer = Buffer.alloc(bytes);
  let state = seed | 1;
  for (let at = 0; at + 4 <= bytes; at += 4) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    buffer.writeInt32LE(state, at);
  }
  return { name, mimeType: 'application/octet-stream', buffer };
}

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Of a file on this machine's disk, of whatever size. */
export async function hashOf(path: string): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const bytes of createReadStream(path, { highWaterMark: 1_048_576 })) {
    hash.update(bytes);
    size += bytes.length;
  }
  return { size, sha256: hash.digest('hex') };
}

export const downloaded = async (download: Download): Promise<{ size: number; sha256: string }> =>
  hashOf(await download.path());

export const saveButton = (student: Page, name: string): Locator =>
  student.getByRole('button', { name: `Save ${name}` });

/** What the student has on disk who saves a file from the student page. */
export async function savedByStudent(student: Page, name: string): Promise<{ size: number; sha256: string }> {
  const saving = student.waitForEvent('download');
  await saveButton(student, name).click();
  return downloaded(await saving);
}

export const panel = (page: Page): Locator => page.getByRole('region', { name: 'File Exchange' });
export const transfers = (page: Page): Locator => panel(page).getByRole('region', { name: 'Transfers' });
/** The newest of the list of transfers with this name. */
export const transferOf = (page: Page, name: string): Locator =>
  transfers(page)
    .getByRole('listitem')
    .filter({ hasText: name, hasNot: page.getByRole('listitem') })
    .first();

/** Selects them on the group screen and opens the panel. */
export async function openPanel(
  page: Page,
  action: 'Send Files' | 'Collect Files',
  devices: readonly Pick<SimulatedDevice, 'userName' | 'hostname'>[],
): Promise<void> {
  await select(page, devices);
  await pressAction(page, action);
  await expect(panel(page)).toBeVisible();
}

/** Large ones by their paths. */
export async function send(page: Page, files: readonly SentFile[] | readonly string[]): Promise<void> {
  await panel(page).locator('input[type=file]').setInputFiles(files);
  await panel(page).getByRole('button', { name: 'Send', exact: true }).click();
}

export async function list(page: Page, patterns: string, folder: string): Promise<void> {
  await panel(page).getByLabel('File patterns').fill(patterns);
  await panel(page).getByLabel('Folder path').fill(folder);
  await panel(page).getByRole('button', { name: 'Get files Listing' }).click();
}

/** Collects the files that were found and ticked. */
export const collectTicked = (page: Page): Promise<void> =>
  panel(page).getByRole('button', { name: 'Collect Files', exact: true }).click();

export type FoundFile = { box: Locator; fileName: string; location: string; megabytes: number };

const UNITS: Record<string, number> = { B: 1 / 1_048_576, KB: 1 / 1_024, MB: 1, GB: 1_024 };

/** The rows of the listing, in its order. */
export async function foundFiles(page: Page): Promise<FoundFile[]> {
  const rows = panel(page)
    .locator('li:has(> label input[type=checkbox])')
    .filter({ has: page.locator('bdi') });
  await expect(rows.first()).toBeVisible();
  const found: FoundFile[] = [];
  for (const row of await rows.all()) {
    const [fileName = '', location = ''] = await row.locator('bdi').allTextContents();
    const [, number = '', unit = ''] = /([\d.]+) (B|KB|MB|GB)$/.exec((await row.textContent()) ?? '') ?? [];
    found.push({
      box: row.getByRole('checkbox'),
      fileName,
      location,
      megabytes: Number(number) * (UNITS[unit] ?? 0),
    });
  }
  return found;
}

const FOLDERS = ['%downloads%', '%documents%', '%desktop%'];

/** Ticks a file of the student that has more than so many megabytes. */
export async function tickLarge(
  page: Page,
  device: SimulatedDevice,
  moreThan: number,
): Promise<FoundFile & { folder: string }> {
  await openPanel(page, 'Collect Files', [device]);
  for (const folder of FOLDERS) {
    await list(page, '*', folder);
    const large = (await foundFiles(page)).find(({ megabytes }) => megabytes > moreThan);
    if (large) {
      await large.box.check();
      return { ...large, folder };
    }
    await panel(page).getByRole('button', { name: 'Back', exact: true }).click();
  }
  throw new Error('the student has no large file');
}

type Probe = {
  connections: RTCPeerConnection[];
  /** By connection, what its data channels were given and gave out. A quick transport sends much of it twice. */
  received: number[];
  sent: number[];
  /** By connection, bytes in its busier direction as the transport counts them: also those of channels that have closed. */
  carried: number[];
};

/** `hasShortWaits`: what is kept open for a minute in case it is used again is let go of after two seconds. */
export type ProbeWaits = { hasShortWaits?: boolean };

/** Counts in every page of the context what may be left open, and measures the bytes of every connection. */
export async function probe(
  context: BrowserContext,
  { hasShortWaits = false }: ProbeWaits = {},
): Promise<void> {
  await probePeers(context);
  await context.addInitScript((isShort) => {
    const kept: Probe = {
      connections: [],
      received: [],
      sent: [],
      carried: [],
    };
    Object.assign(window, { lecternProbe: kept });
    window.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(configuration?: RTCConfiguration) {
        super(configuration);
        const at = kept.connections.push(this) - 1;
        const measure = async () => {
          if (this.connectionState === 'closed') return;
          let [received, sent] = [0, 0];
          for (const { type, bytesReceived, bytesSent } of (await this.getStats()).values()) {
            if (type === 'transport') kept.carried[at] = Math.max(bytesReceived, bytesSent);
            if (type !== 'data-channel') continue;
            received += bytesReceived;
            sent += bytesSent;
          }
          // A channel that has closed is not listed any more.
          kept.received[at] = Math.max(kept.received[at] ?? 0, received);
          kept.sent[at] = Math.max(kept.sent[at] ?? 0, sent);
          setTimeout(measure, 2);
        };
        void measure();
      }
    };
    if (!isShort) return;
    const { setTimeout: later } = window;
    Object.assign(window, {
      setTimeout: (call: () => void, ms?: number, ...rest: unknown[]) =>
        later(call, ms === 60_000 || ms === 30_000 ? 2_000 : ms, ...rest),
    });
  }, hasShortWaits);
}

const readProbe = <T>(page: Page, read: (kept: Probe) => T): Promise<T> =>
  page.evaluate(`(${read})(window.lecternProbe)`);

/** Bytes that came and left over each of the page's peer connections so far, oldest first. */
export const bytesPerConnection = (page: Page) =>
  readProbe(page, ({ received, sent }) => ({ received: [...received], sent: [...sent] }));

/** Ends a connection of the page, by its number, when so many bytes have gone over it: as if the network had gone. */
export const cutAt = (page: Page, connection: number, bytes: number): Promise<void> =>
  page.evaluate(
    async ([at, limit]) => {
      const { lecternProbe: kept } = window as unknown as { lecternProbe: Probe };
      while ((kept.carried[at] ?? 0) < limit) await new Promise((resolve) => setTimeout(resolve, 1));
      kept.connections[at]?.close();
    },
    [connection, bytes] as const,
  );

/** The same when so many bytes of files have come over it: not counted are those that the transport has sent twice. */
export const cutWhenReceived = (page: Page, connection: number, bytes: number): Promise<void> =>
  page.evaluate(
    async ([at, limit]) => {
      const { lecternProbe: kept } = window as unknown as { lecternProbe: Probe };
      while ((kept.received[at] ?? 0) < limit) await new Promise((resolve) => setTimeout(resolve, 1));
      kept.connections[at]?.close();
    },
    [connection, bytes] as const,
  );

/** Cuts every connection of the page, those to come too, when so many bytes have gone over it. Returns the stop. */
export async function cutEach(page: Page, bytes: number): Promise<() => Promise<void>> {
  const timer = await page.evaluate((limit) => {
    const { lecternProbe: kept } = window as unknown as { lecternProbe: Probe };
    const look = () => {
      for (const [at, connection] of kept.connections.entries()) {
        if ((kept.carried[at] ?? 0) >= limit) connection.close();
      }
    };
    return Number(setInterval(look, 1));
  }, bytes);
  return () => page.evaluate((id) => clearInterval(id), timer);
}

/** What may be under way and unacknowledged when a connection ends: 6 chunks of 640 KiB. */
const UNACKNOWLEDGED = 6 * 640 * 1_024;
/** Of a channel's bytes that are no content: headers and acknowledgements. */
const OVERHEAD = 1.001;

/** The most that a connection may carry of a file of which so many bytes had come over those before. */
export const mostOfRest = (size: number, come: number): number =>
  Math.min(size, size - come + UNACKNOWLEDGED) * OVERHEAD;

/** Resolves when so many bytes have gone over a connection of the page. */
export const whenMoved = (page: Page, connection: number, bytes: number): Promise<void> =>
  expect
    .poll(() => readProbe(page, ({ carried }) => [...carried]).then((carried) => carried[connection] ?? 0), {
      intervals: [5],
      timeout: 30_000,
    })
    .toBeGreaterThan(bytes);

/** Ends the worker through which the page's files go, as a browser does that runs out of memory. */
export async function endChunksWorker(page: Page): Promise<void> {
  const [worker] = await chunksWorkers(page);
  if (worker === undefined) throw new Error('the page has no worker for files');
  const closed = worker.waitForEvent('close');
  // It is gone before it can answer.
  worker.evaluate(() => self.close()).catch(() => {});
  await closed;
}

/** The page's origin may store no more than that, until the returned function is called. Bytes. */
export async function limitStorage(page: Page, quotaSize: number): Promise<() => Promise<void>> {
  const { origin } = new URL(page.url());
  const devtools = await page.context().newCDPSession(page);
  const { usage } = await devtools.send('Storage.getUsageAndQuota', { origin });
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: usage + quotaSize });
  return async () => {
    await devtools.send('Storage.overrideQuotaForOrigin', { origin });
    await devtools.detach();
  };
}
