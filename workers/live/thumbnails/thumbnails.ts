/**
 * The newest picture of every device and display as bytes, and the decoding of those that some visible tab
 * shows: one under way per device, 16 in all, newest first (architecture, hot path).
 */
import { TIMING } from '#domain/timing.ts';
import type { ThumbnailProperties } from '#protocol/feedback.ts';

/** One watch of one tab, as far as pictures go. */
export type ThumbnailViewer = {
  place: string;
  /** Is the client in view, in a visible tab that can take a frame? */
  wants(clientId: string): boolean;
  /** The display that was chosen for the client; undefined: its primary one (RT-53). */
  display(clientId: string): string | undefined;
  /** The largest size that it shows, in device pixels. */
  size(): Size;
  /** Nobody can see what changes in a picture that moves: it is replaced as seldom as a group's are asked for. */
  isScrolling(): boolean;
};

export type Size = { width: number; height: number };
export type Picture = ThumbnailProperties & { bytes: Uint8Array; contentType: string; receivedAt: number };

export type ThumbnailsDeps<Viewer extends ThumbnailViewer> = {
  viewers(place: string): Iterable<Viewer>;
  /** Rejects when the bytes are no picture. `size`: smaller than the picture, where that is enough. */
  decode(picture: Picture, size: Size | undefined): Promise<ImageBitmap>;
  copy(bitmap: ImageBitmap): Promise<ImageBitmap>;
  /** The receiver owns the bitmap. */
  onFrame(viewer: Viewer, clientId: string, picture: Picture, bitmap: ImageBitmap): void;
  onUndecodable(viewer: Viewer, clientId: string): void;
};

export type Thumbnails<Viewer extends ThumbnailViewer> = {
  accept(place: string, clientId: string, picture: Picture): void;
  /** Looks for pictures that the viewer has not got yet. */
  offer(viewer: Viewer): void;
  /** The viewer's next picture of the client counts as new, even if it is the same one. */
  forgetShown(viewer: Viewer, clientId: string): void;
  /** Pictures of other displays than these are not the client's any more. */
  keepDisplays(place: string, clientId: string, displays: readonly { id: string }[]): void;
  forgetClient(place: string, clientId: string): void;
  forgetPlace(place: string): void;
  /** How many decodes run and wait, and of how many clients pictures are kept: a leak test's measure. */
  load(): { running: number; waiting: number; pictures: number };
};

type Device = { place: string; clientId: string; displays: Map<string, Picture>; busy: boolean };

const DECODES_LIMIT = 16;
/** As many as a client may tell of in its information. */
const DISPLAYS_LIMIT = 16;

export function createThumbnails<Viewer extends ThumbnailViewer>(
  deps: ThumbnailsDeps<Viewer>,
): Thumbnails<Viewer> {
  const places = new Map<string, Map<string, Device>>();
  const shown = new WeakMap<Viewer, Map<string, Picture>>();
  const waiting = new Set<Device>();
  let running = 0;

  /** The picture that a viewer should be shown next, if it has not got it. */
  function wantedBy(viewer: Viewer, device: Device): Picture | undefined {
    if (!viewer.wants(device.clientId)) return undefined;
    const chosen = viewer.display(device.clientId);
    const picture = chosen === undefined ? primaryOf(device) : device.displays.get(chosen);
    if (!picture) return undefined;
    const had = shown.get(viewer)?.get(device.clientId);
    return had === picture || (had && viewer.isScrolling() && isSoonAfter(had, picture))
      ? undefined
      : picture;
  }

  function consider(device: Device) {
    if (device.busy || waiting.has(device)) return;
    for (const viewer of deps.viewers(device.place)) {
      if (!wantedBy(viewer, device)) continue;
      waiting.add(device);
      pump();
      return;
    }
  }

  /** Not removed meanwhile, nor replaced by one that came back. */
  const isKnown = (device: Device) => places.get(device.place)?.get(device.clientId) === device;

  function pump() {
    for (const device of waiting) {
      if (running >= DECODES_LIMIT) return;
      waiting.delete(device);
      running += 1;
      device.busy = true;
      void show(device).finally(() => {
        running -= 1;
        device.busy = false;
        if (isKnown(device)) consider(device);
        pump();
      });
    }
  }

  /** Decodes one picture once and gives it to every viewer that wants just this one. */
  async function show(device: Device): Promise<void> {
    let picture: Picture | undefined;
    const takers: Viewer[] = [];
    for (const viewer of deps.viewers(device.place)) {
      const wanted = wantedBy(viewer, device);
      picture ??= wanted;
      if (picture && wanted === picture) takers.push(viewer);
    }
    if (!picture) return;
    for (const viewer of takers) markShown(viewer, device.clientId, picture);
    let bitmap: ImageBitmap;
    try {
      bitmap = await deps.decode(picture, smallerSize(takers, picture));
    } catch {
      if (isKnown(device)) for (const viewer of takers) deps.onUndecodable(viewer, device.clientId);
      return;
    }
    const present = isKnown(device) ? takers.filter((viewer) => stillTakes(viewer, device, picture)) : [];
    // Whoever turned away meanwhile, from the client or to another display of it, has not got it.
    for (const viewer of takers) {
      if (!present.includes(viewer)) shown.get(viewer)?.delete(device.clientId);
    }
    const last = present.pop();
    for (const viewer of present) {
      const copy = await deps.copy(bitmap).catch(() => undefined);
      if (copy) deps.onFrame(viewer, device.clientId, picture, copy);
      else shown.get(viewer)?.delete(device.clientId);
    }
    if (last) deps.onFrame(last, device.clientId, picture, bitmap);
    else bitmap.close();
  }

  function stillTakes(viewer: Viewer, { clientId }: Device, picture: Picture): boolean {
    const chosen = viewer.display(clientId);
    return viewer.wants(clientId) && (chosen === undefined ? picture.primary : picture.display === chosen);
  }

  function markShown(viewer: Viewer, clientId: string, picture: Picture) {
    const pictures = shown.get(viewer) ?? new Map<string, Picture>();
    shown.set(viewer, pictures.set(clientId, picture));
  }

  return {
    accept(place, clientId, picture) {
      const devices = places.get(place) ?? new Map<string, Device>();
      places.set(place, devices);
      const device = devices.get(clientId) ?? { place, clientId, displays: new Map(), busy: false };
      devices.set(clientId, device);
      const { displays } = device;
      // Put last, so that the newest primary one is found from the end.
      displays.delete(picture.display);
      displays.set(picture.display, { ...picture, bytes: ownBytes(picture.bytes) });
      const [oldest] = displays.keys();
      if (displays.size > DISPLAYS_LIMIT && oldest !== undefined) displays.delete(oldest);
      consider(device);
    },
    offer(viewer) {
      for (const device of places.get(viewer.place)?.values() ?? []) consider(device);
    },
    forgetShown(viewer, clientId) {
      shown.get(viewer)?.delete(clientId);
    },
    keepDisplays(place, clientId, kept) {
      const displays = places.get(place)?.get(clientId)?.displays;
      // One that tells of none sends pictures all the same.
      if (kept.length === 0 || !displays) return;
      for (const id of displays.keys()) if (!kept.some((display) => display.id === id)) displays.delete(id);
    },
    forgetClient(place, clientId) {
      const device = places.get(place)?.get(clientId);
      if (!device) return;
      waiting.delete(device);
      places.get(place)?.delete(clientId);
      for (const viewer of deps.viewers(place)) shown.get(viewer)?.delete(clientId);
    },
    forgetPlace(place) {
      for (const device of places.get(place)?.values() ?? []) waiting.delete(device);
      places.delete(place);
    },
    load() {
      let pictures = 0;
      for (const devices of places.values()) pictures += devices.size;
      return { running, waiting: waiting.size, pictures };
    },
  };
}

const isSoonAfter = (had: Picture, picture: Picture) =>
  had.display === picture.display && picture.receivedAt - had.receivedAt < TIMING.groupThumbnailMs;

/** A view of a few bytes would keep everything that was delivered with them. */
const ownBytes = (bytes: Uint8Array) =>
  bytes.byteLength * 2 < bytes.buffer.byteLength ? new Uint8Array(bytes) : bytes;

function primaryOf(device: Device): Picture | undefined {
  let newest: Picture | undefined;
  for (const picture of device.displays.values()) if (picture.primary) newest = picture;
  return newest;
}

/** The largest of the takers' sizes, in the picture's own proportions; undefined when it is no smaller. */
function smallerSize(takers: readonly ThumbnailViewer[], picture: Size): Size | undefined {
  let width = 0;
  let height = 0;
  for (const taker of takers) {
    const size = taker.size();
    width = Math.max(width, size.width);
    height = Math.max(height, size.height);
  }
  const scale = Math.min(width / picture.width, height / picture.height);
  if (!(scale > 0 && scale < 1)) return undefined;
  return {
    width: Math.max(1, Math.round(picture.width * scale)),
    height: Math.max(1, Math.round(picture.height * scale)),
  };
}
