/** What runs between peers in a page: counted by the page's own objects, whatever its code believes. */
import { type BrowserContext, expect, type Page } from '@playwright/test';

type Probe = { peers: Set<RTCPeerConnection>; tracks: Set<MediaStreamTrack> };
declare global {
  interface Window {
    peerProbe?: Probe;
  }
}

export type Running = { peers: number; tracks: number };

export const NOTHING: Running = { peers: 0, tracks: 0 };

/** From now on for every page that the context opens. */
export async function probePeers(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const probe: Probe = { peers: new Set(), tracks: new Set() };
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

/** Connections that are not closed, and tracks that have not ended. */
const running = (page: Page): Promise<Running> =>
  page.evaluate(() => {
    const { peers, tracks } = window.peerProbe ?? { peers: new Set(), tracks: new Set() };
    return {
      peers: [...peers].filter(({ connectionState }) => connectionState !== 'closed').length,
      tracks: [...tracks].filter(({ readyState }) => readyState === 'live').length,
    };
  });

export async function expectRunning(page: Page, what: Running): Promise<void> {
  await expect.poll(() => running(page), { timeout: 20_000 }).toEqual(what);
}

/** Ends every connection of the page at once, as a network that fails for it. */
export const breakPeers = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const peer of window.peerProbe?.peers ?? []) peer.close();
  });

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
