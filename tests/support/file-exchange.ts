/** How a tutor sends and collects files in tests, and what is left of it in a page afterwards. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { BrowserContext, Download, Locator, Page } from '@playwright/test';
import type { SimulatedDevice } from '../../agent/simulated/simulated-device.ts';
import { pressAction, select } from './class-actions.ts';
import { expect } from './classroom.ts';

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

export async function downloaded(download: Download): Promise<{ size: number; sha256: string }> {
  const bytes = await readFile(await download.path());
  return { size: bytes.length, sha256: sha256(bytes) };
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

export async function send(page: Page, files: readonly SentFile[]): Promise<void> {
  await panel(page)
    .locator('input[type=file]')
    .setInputFiles([...files]);
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

type Probe = {
  connections: RTCPeerConnection[];
  objectUrls: Set<string>;
  sockets: Set<WebSocket>;
  /** By connection, of its data channels and with what the transport adds; the last that was measured. */
  received: number[];
  sent: number[];
};

/**
 * Keeps in every page of the context what may be left open, and measures the bytes of every connection. With
 * `hasShortWaits`, what is kept open for a minute in case it is used again is let go of after two seconds.
 */
export async function probe(
  context: BrowserContext,
  { hasShortWaits = false }: { hasShortWaits?: boolean } = {},
): Promise<void> {
  await context.addInitScript((isShort) => {
    const kept: Probe = {
      connections: [],
      objectUrls: new Set(),
      sockets: new Set(),
      received: [],
      sent: [],
    };
    Object.assign(window, { lecternProbe: kept });
    window.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(configuration?: RTCConfiguration) {
        super(configuration);
        const at = kept.connections.push(this) - 1;
        const measure = async () => {
          if (this.connectionState === 'closed') return;
          for (const { type, bytesReceived, bytesSent } of (await this.getStats()).values()) {
            if (type !== 'transport') continue;
            kept.received[at] = bytesReceived;
            kept.sent[at] = bytesSent;
          }
          setTimeout(measure, 2);
        };
        void measure();
      }
    };
    window.WebSocket = class extends WebSocket {
      constructor(url: string | URL, protocols?: string | string[]) {
        super(url, protocols);
        if (!new URL(url, location.href).pathname.startsWith('/peerjs')) return;
        kept.sockets.add(this);
        this.addEventListener('close', () => kept.sockets.delete(this));
      }
    };
    const { createObjectURL, revokeObjectURL } = URL;
    URL.createObjectURL = (of) => {
      const url = createObjectURL.call(URL, of);
      if (of instanceof File) kept.objectUrls.add(url);
      return url;
    };
    URL.revokeObjectURL = (url) => {
      kept.objectUrls.delete(url);
      revokeObjectURL.call(URL, url);
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
      const isThere = () => Math.max(kept.received[at] ?? 0, kept.sent[at] ?? 0) >= limit;
      while (!isThere()) await new Promise((resolve) => setTimeout(resolve, 1));
      kept.connections[at]?.close();
    },
    [connection, bytes] as const,
  );

/** Resolves when so many bytes have gone over a connection of the page. */
export const whenMoved = (page: Page, connection: number, bytes: number): Promise<void> =>
  expect
    .poll(
      async () => {
        const { received, sent } = await bytesPerConnection(page);
        return Math.max(received[connection] ?? 0, sent[connection] ?? 0);
      },
      { intervals: [5], timeout: 20_000 },
    )
    .toBeGreaterThan(bytes);

/** What is open in the page: all 0 when nothing runs. */
export async function openThings(page: Page) {
  const counted = await readProbe(page, ({ connections, objectUrls, sockets }) => ({
    peers: connections.filter(({ connectionState }) => connectionState !== 'closed').length,
    objectUrls: objectUrls.size,
    sockets: sockets.size,
  }));
  const workers = page.workers().filter((worker) => /chunks/.test(worker.url())).length;
  return { ...counted, workers, openFiles: await heldFiles(page) };
}

export const NOTHING_OPEN = { peers: 0, objectUrls: 0, sockets: 0, workers: 0, openFiles: 0 };

/** Files of the origin's own storage that somebody holds open. */
const heldFiles = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    let held = 0;
    const look = async (folder: FileSystemDirectoryHandle): Promise<void> => {
      for await (const handle of folder.values()) {
        if (handle.kind === 'directory') await look(handle as FileSystemDirectoryHandle);
        else {
          const writing = await (handle as FileSystemFileHandle).createWritable().catch(() => undefined);
          if (writing === undefined) held++;
          await writing?.abort();
        }
      }
    };
    await look(await navigator.storage.getDirectory());
    return held;
  });
