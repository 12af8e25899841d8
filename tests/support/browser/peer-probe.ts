/** What is open in a page: counted by the page's own objects, whatever its code believes. */
import { type BrowserContext, expect, type Page, type Worker } from '@playwright/test';

type Probe = {
  peers: Set<RTCPeerConnection>;
  tracks: Set<MediaStreamTrack>;
  /** This page's ends of channels, to workers or within the page. */
  ports: Set<MessagePort>;
  objectUrls: Set<string>;
  /** To the peer server. */
  sockets: Set<WebSocket>;
};
declare global {
  interface Window {
    peerProbe?: Probe;
  }
}

export type Running = { peers: number; tracks: number };

export const NOTHING: Running = { peers: 0, tracks: 0 };

export type OpenThings = Running & {
  ports: number;
  objectUrls: number;
  sockets: number;
  /** Through which files go. */
  workers: number;
  /** Files of the origin's own storage that somebody holds open. */
  openFiles: number;
};

/** From now on for every page that the context opens. */
export async function probePeers(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    // Two fixtures may ask for it.
    if (window.peerProbe) return;
    const probe: Probe = {
      peers: new Set(),
      tracks: new Set(),
      ports: new Set(),
      objectUrls: new Set(),
      sockets: new Set(),
    };
    window.peerProbe = probe;
    window.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(configuration?: RTCConfiguration) {
        super(configuration);
        probe.peers.add(this);
        this.addEventListener('track', ({ track }) => probe.tracks.add(track));
      }
    };
    const clone = MediaStreamTrack.prototype.clone;
    MediaStreamTrack.prototype.clone = function () {
      const track = clone.call(this);
      probe.tracks.add(track);
      return track;
    };
    window.WebSocket = class extends WebSocket {
      constructor(url: string | URL, protocols?: string | string[]) {
        super(url, protocols);
        if (!new URL(url, location.href).pathname.startsWith('/peerjs')) return;
        probe.sockets.add(this);
        this.addEventListener('close', () => probe.sockets.delete(this));
      }
    };
    const { createObjectURL, revokeObjectURL } = URL;
    URL.createObjectURL = (of) => {
      const url = createObjectURL.call(URL, of);
      probe.objectUrls.add(url);
      return url;
    };
    URL.revokeObjectURL = (url) => {
      probe.objectUrls.delete(url);
      revokeObjectURL.call(URL, url);
    };
    // A port is open from its making until it is closed on either side, or given away.
    const keep = (port: MessagePort) => {
      probe.ports.add(port);
      port.addEventListener('close', () => probe.ports.delete(port));
    };
    window.MessageChannel = class extends MessageChannel {
      constructor() {
        super();
        keep(this.port1);
        keep(this.port2);
      }
    };
    window.SharedWorker = class extends SharedWorker {
      constructor(url: string | URL, options?: string | WorkerOptions) {
        super(url, options);
        keep(this.port);
      }
    };
    const { close } = MessagePort.prototype;
    MessagePort.prototype.close = function () {
      probe.ports.delete(this);
      close.call(this);
    };
    for (const { prototype } of [MessagePort, Worker]) {
      const { postMessage } = prototype;
      prototype.postMessage = function (this: MessagePort | Worker, message: unknown, how?: unknown) {
        postMessage.call(this, message, how as StructuredSerializeOptions);
        const given = Array.isArray(how) ? how : ((how as StructuredSerializeOptions)?.transfer ?? []);
        for (const port of given) probe.ports.delete(port);
      };
    }
    // An empty window has none.
    if (!('MediaDevices' in window)) return;
    const capture = MediaDevices.prototype.getDisplayMedia;
    MediaDevices.prototype.getDisplayMedia = async function (wanted) {
      const stream = await capture.call(this, wanted);
      for (const track of stream.getTracks()) probe.tracks.add(track);
      return stream;
    };
  });
}

/** Connections that are not closed, tracks that have not ended, and the rest of what the page itself knows. */
const counted = (page: Page): Promise<Omit<OpenThings, 'workers' | 'openFiles'>> =>
  page.evaluate(() => {
    const { peerProbe: probe } = window;
    if (!probe) throw new Error('the page was not probed');
    return {
      peers: [...probe.peers].filter(({ connectionState }) => connectionState !== 'closed').length,
      tracks: [...probe.tracks].filter(({ readyState }) => readyState === 'live').length,
      ports: probe.ports.size,
      objectUrls: probe.objectUrls.size,
      sockets: probe.sockets.size,
    };
  });

const running = async (page: Page): Promise<Running> => {
  const { peers, tracks } = await counted(page);
  return { peers, tracks };
};

export async function expectRunning(page: Page, what: Running): Promise<void> {
  await expect.poll(() => running(page), { timeout: 20_000 }).toEqual(what);
}

/** The line to the peer server is kept for a while after the last call, in case there is another. */
export const LINE_KEPT = { sockets: expect.any(Number) };

export async function openThings(page: Page): Promise<OpenThings> {
  const [known, workers, openFiles] = [await counted(page), await chunksWorkers(page), await heldFiles(page)];
  return { ...known, workers: workers.length, openFiles };
}

/** Nothing of a test runs on: as much is open in the page as there was at an earlier time. */
export async function expectOpen(
  page: Page,
  before: Partial<Record<keyof OpenThings, unknown>>,
  { timeout = 30_000 } = {},
): Promise<void> {
  await expect.poll(() => openThings(page), { timeout }).toMatchObject(before);
}

/** Those of the page through which files go. */
export async function chunksWorkers(page: Page): Promise<Worker[]> {
  const workers = page.workers();
  const are = await Promise.all(workers.map(isChunksWorker));
  return workers.filter((_, at) => are[at]);
}

async function isChunksWorker(worker: Worker): Promise<boolean> {
  // It may be ending.
  const name = await worker.evaluate(() => self.name).catch(() => undefined);
  return name?.startsWith('lectern-chunks') ?? false;
}

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

/** Ends every connection of the page at once, as a network that fails for it. */
export const breakPeers = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const peer of window.peerProbe?.peers ?? []) peer.close();
  });

/** The files that the page sends are read at so many bytes a second, from now until the returned function is called. */
export async function slowReading(page: Page, bytesPerSecond: number): Promise<() => Promise<void>> {
  const limit = async (worker: Worker) => {
    if (!(await isChunksWorker(worker))) return;
    await worker.evaluate((pace) => {
      const kept = self as unknown as { pace: number };
      kept.pace = pace;
      const { read } = ReadableStreamBYOBReader.prototype;
      const slowly = async function (this: ReadableStreamBYOBReader, into: Uint8Array<ArrayBuffer>) {
        const found = await read.call(this, into);
        const seconds = (found.value?.byteLength ?? 0) / kept.pace;
        await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
        return found;
      };
      ReadableStreamBYOBReader.prototype.read = slowly as typeof read;
    }, bytesPerSecond);
  };
  page.on('worker', limit);
  await Promise.all(page.workers().map(limit));
  return async () => {
    page.off('worker', limit);
    for (const worker of await chunksWorkers(page)) {
      await worker.evaluate(() => Object.assign(self, { pace: Number.POSITIVE_INFINITY }));
    }
  };
}

export type SentVideo = {
  maxBitrate: number | undefined;
  maxFramerate: number | undefined;
  scale: number | undefined;
  degradation: string | undefined;
  /** What really leaves: the codec of the newest picture. */
  codec: string | undefined;
};

/** One for each connection over which the page sends a picture. */
export const sentVideos = (page: Page): Promise<SentVideo[]> =>
  page.evaluate(async () => {
    const open = [...(window.peerProbe?.peers ?? [])].filter((peer) => peer.connectionState === 'connected');
    const sent = open.map(async (peer) => {
      const sender = peer.getSenders().find(({ track }) => track?.kind === 'video');
      if (sender === undefined) return [];
      const { encodings, degradationPreference } = sender.getParameters();
      const report = await sender.getStats();
      let codec: string | undefined;
      report.forEach((entry: { type: string; codecId?: string }) => {
        if (entry.type !== 'outbound-rtp' || entry.codecId === undefined) return;
        codec = (report.get(entry.codecId) as { mimeType?: string } | undefined)?.mimeType;
      });
      const [encoding] = encodings;
      return [
        {
          maxBitrate: encoding?.maxBitrate,
          maxFramerate: encoding?.maxFramerate,
          scale: encoding?.scaleResolutionDownBy,
          degradation: degradationPreference,
          codec,
        },
      ];
    });
    return (await Promise.all(sent)).flat();
  });
