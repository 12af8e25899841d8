/** Streams and tracks of the WebRTC process, represented by their ids. Only pictures are sent across. */
import type { VideoFrame } from '../process/messages.ts';
import type { Link } from './link.ts';

export type VideoSource = { stream: MediaStream; stop(): void };

class LinkedTrack extends EventTarget {
  readonly link: Link;
  readonly id: string;
  readonly kind: string;
  readyState: MediaStreamTrackState = 'live';

  constructor(link: Link, { id, kind }: { id: string; kind: string }) {
    super();
    this.link = link;
    this.id = id;
    this.kind = kind;
  }

  end(): void {
    if (this.readyState === 'ended') return;
    this.readyState = 'ended';
    // Delayed, so that the sender or viewer is first notified of the lost connection as the reason.
    setImmediate(() => this.dispatchEvent(new Event('ended')));
  }
}

class LinkedStream {
  readonly id: string;
  readonly #tracks: readonly LinkedTrack[];

  constructor(id: string, tracks: readonly LinkedTrack[]) {
    this.id = id;
    this.#tracks = tracks;
  }

  getTracks = () => [...this.#tracks];
  getVideoTracks = () => this.#tracks.filter(({ kind }) => kind === 'video');
  getAudioTracks = () => this.#tracks.filter(({ kind }) => kind === 'audio');
}

type OpenSource = { link: Link; id: number; isBusy: boolean };
const sources = new WeakMap<VideoSource, OpenSource>();
const sourceIds = new WeakMap<MediaStream, number>();

/** Creates a received stream, with a function that ends its tracks. */
export function createLinkedStream(
  link: Link,
  { stream, tracks }: { stream: string; tracks: readonly { id: string; kind: string }[] },
): { stream: MediaStream; end(): void } {
  const linked = tracks.map((track) => new LinkedTrack(link, track));
  return {
    stream: asStream(new LinkedStream(stream, linked)),
    end: () => linked.forEach((track) => void track.end()),
  };
}

export function createVideoSource(link: Link): VideoSource {
  const id = link.join({ take: () => {}, lose: () => track.end() });
  const track = new LinkedTrack(link, { id: `source-${id}`, kind: 'video' });
  link.send({ type: 'new-source', id });
  const source: VideoSource = {
    stream: asStream(new LinkedStream(`source-${id}`, [track])),
    stop() {
      sources.delete(source);
      link.leave(id);
      link.send({ type: 'stop-source', id });
    },
  };
  sources.set(source, { link, id, isBusy: false });
  sourceIds.set(source.stream, id);
  return source;
}

/** Returns the id of a source from `createVideoSource`. */
export const sourceIdOf = (stream: MediaStream): number | undefined => sourceIds.get(stream);

/** Skips sources whose previous picture is still on its way, so that pictures do not queue up. */
export function showFrame(frame: VideoFrame, shown: Iterable<VideoSource>): void {
  const byLink = new Map<Link, OpenSource[]>();
  for (const source of shown) {
    const open = sources.get(source);
    if (open === undefined || open.isBusy || !open.link.isOpen()) continue;
    byLink.set(open.link, [...(byLink.get(open.link) ?? []), open]);
  }
  for (const [link, free] of byLink) {
    for (const source of free) source.isBusy = true;
    link.sendNow({ type: 'show', ids: free.map(({ id }) => id), frame }, () => {
      for (const source of free) source.isBusy = false;
    });
  }
}

export function createVideoSink(
  track: MediaStreamTrack,
  onFrame: (frame: VideoFrame, frames: number) => void,
  everyMs: number,
): () => void {
  const linked = track as EventTarget;
  if (!(linked instanceof LinkedTrack) || linked.readyState === 'ended') return () => {};
  const { link } = linked;
  const id = link.join({
    take(report) {
      if (report.type !== 'frame') return;
      link.send({ type: 'taken', id });
      onFrame(report.frame, report.frames);
    },
    lose() {},
  });
  link.send({ type: 'watch', id, track: linked.id, everyMs });
  return () => {
    link.leave(id);
    link.send({ type: 'unwatch', id });
  };
}

const asStream = (stream: LinkedStream) => stream as unknown as MediaStream;
