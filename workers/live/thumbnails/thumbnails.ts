/**
 * Holds the newest picture of every device and display as bytes, and decodes those that a visible tab shows:
 * one at a time per device, 16 in all, newest first.
 */
import { TIMING } from '#domain/timing.ts';
import type { ThumbnailProperties } from '#protocol/feedback.ts';

/** The picture-related view of one tab's watch. */
export type ThumbnailViewer = {
  place: string;
  /** Whether the client is in view, in a visible tab that can take a frame. */
  wants(clientId: string): boolean;
  /** The chosen display of the client; undefined: its primary one. */
  display(clientId: string): string | undefined;
  /** The largest size that the watch shows, in device pixels. */
  size(): Size;
  /** While scrolling, changes in pictures are hardly visible, so they are replaced less often. */
  isScrolling(): boolean;
  /** A picture of the client is ready. The viewer owns the bitmap from here on. */
  show(clientId: string, picture: ThumbnailPicture, bitmap: ImageBitmap): void;
  /** The client has sent bytes that are no picture. */
  showUndecodable(clientId: string): void;
};

export type Size = { width: number; height: number };
export type ThumbnailPicture = ThumbnailProperties & {
  bytes: Uint8Array;
  contentType: string;
  receivedAt: number;
};

export type ThumbnailsDeps = {
  viewers(place: string): Iterable<ThumbnailViewer>;
  /** Rejects if the bytes are no picture. `size`: smaller than the picture, if that is enough. */
  decode(picture: ThumbnailPicture, size: Size | undefined): Promise<ImageBitmap>;
  copy(bitmap: ImageBitmap): Promise<ImageBitmap>;
  /** A device sent bytes as a picture that are none. */
  onUndecodable(place: string, clientId: string): void;
};

export type Thumbnails = {
  accept(place: string, clientId: string, picture: ThumbnailPicture): void;
  /** Shows the viewer all pictures that it does not have yet. */
  offer(viewer: ThumbnailViewer): void;
  /** The viewer's next picture of the client counts as new, even if it is the same one. */
  forgetShown(viewer: ThumbnailViewer, clientId: string): void;
  /** Removes pictures of the client's other displays. */
  keepDisplays(place: string, clientId: string, displays: readonly { id: string }[]): void;
  forgetClient(place: string, clientId: string): void;
  forgetPlace(place: string): void;
  /** Numbers of running and waiting decodes, and of clients with stored pictures, for a leak test. */
  load(): { running: number; waiting: number; pictures: number };
};

type Device = { place: string; clientId: string; displays: Map<string, ThumbnailPicture>; busy: boolean };

const MAX_DECODES = 16;
/** The maximum number of displays in a client's info. */
const MAX_DISPLAYS = 16;

/** The picture of each client that a viewer was shown last. */
function createShownPictures() {
  const shown = new WeakMap<ThumbnailViewer, Map<string, ThumbnailPicture>>();
  return {
    get: (viewer: ThumbnailViewer, clientId: string) => shown.get(viewer)?.get(clientId),
    set(viewer: ThumbnailViewer, clientId: string, picture: ThumbnailPicture) {
      const pictures = shown.get(viewer) ?? new Map<string, ThumbnailPicture>();
      shown.set(viewer, pictures.set(clientId, picture));
    },
    forget: (viewer: ThumbnailViewer, clientId: string) => void shown.get(viewer)?.delete(clientId),
  };
}

export function createThumbnails(deps: ThumbnailsDeps): Thumbnails {
  const places = new Map<string, Map<string, Device>>();
  const shown = createShownPictures();
  const waiting = new Set<Device>();
  let running = 0;

  /** The next picture for a viewer, if it does not have it yet. */
  function wantedBy(viewer: ThumbnailViewer, device: Device): ThumbnailPicture | undefined {
    if (!viewer.wants(device.clientId)) return undefined;
    const picture = chosenPicture(viewer, device);
    if (!picture) return undefined;
    const had = shown.get(viewer, device.clientId);
    const isSoon = had && viewer.isScrolling() && isSoonAfter(had, picture);
    return had === picture || isSoon ? undefined : picture;
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

  /** False if the device was removed meanwhile, or replaced after its return. */
  const isKnown = (device: Device) => places.get(device.place)?.get(device.clientId) === device;

  function pump() {
    for (const device of waiting) {
      if (running >= MAX_DECODES) return;
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

  /** Decodes one picture once and passes it to every viewer that wants this one. */
  async function show(device: Device): Promise<void> {
    const { clientId } = device;
    let picture: ThumbnailPicture | undefined;
    const takers: ThumbnailViewer[] = [];
    for (const viewer of deps.viewers(device.place)) {
      const wanted = wantedBy(viewer, device);
      picture ??= wanted;
      if (picture && wanted === picture) takers.push(viewer);
    }
    if (!picture) return;
    for (const viewer of takers) shown.set(viewer, clientId, picture);
    let bitmap: ImageBitmap;
    try {
      bitmap = await deps.decode(picture, smallerSize(takers, picture));
    } catch {
      deps.onUndecodable(device.place, clientId);
      if (isKnown(device)) for (const viewer of takers) viewer.showUndecodable(clientId);
      return;
    }
    // A viewer that left the client or chose another display does not get this picture, so forget it.
    const isTaken = (viewer: ThumbnailViewer) => isKnown(device) && stillTakes(viewer, clientId, picture);
    for (const viewer of takers) if (!isTaken(viewer)) shown.forget(viewer, clientId);
    await give(deps, bitmap, takers.filter(isTaken), (viewer, own) => {
      if (own) viewer.show(clientId, picture, own);
      else shown.forget(viewer, clientId);
    });
  }

  return {
    accept(place, clientId, picture) {
      const devices = places.get(place) ?? new Map<string, Device>();
      places.set(place, devices);
      const device = devices.get(clientId) ?? { place, clientId, displays: new Map(), busy: false };
      devices.set(clientId, device);
      keep(device.displays, picture);
      consider(device);
    },
    offer(viewer) {
      for (const device of places.get(viewer.place)?.values() ?? []) consider(device);
    },
    forgetShown: shown.forget,
    keepDisplays(place, clientId, kept) {
      const displays = places.get(place)?.get(clientId)?.displays;
      // A client that reports no displays may still send pictures.
      if (kept.length === 0 || !displays) return;
      for (const id of displays.keys()) if (!kept.some((display) => display.id === id)) displays.delete(id);
    },
    forgetClient(place, clientId) {
      const device = places.get(place)?.get(clientId);
      if (!device) return;
      waiting.delete(device);
      places.get(place)?.delete(clientId);
      for (const viewer of deps.viewers(place)) shown.forget(viewer, clientId);
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

/** Passes each taker its own bitmap; undefined if it could not be copied. */
async function give(
  { copy }: Pick<ThumbnailsDeps, 'copy'>,
  bitmap: ImageBitmap,
  takers: readonly ThumbnailViewer[],
  show: (taker: ThumbnailViewer, own: ImageBitmap | undefined) => void,
): Promise<void> {
  const last = takers.at(-1);
  for (const taker of takers.slice(0, -1)) show(taker, await copy(bitmap).catch(() => undefined));
  if (last) show(last, bitmap);
  else bitmap.close();
}

function keep(displays: Map<string, ThumbnailPicture>, picture: ThumbnailPicture) {
  // Inserted last, so that iteration order gives the newest picture.
  displays.delete(picture.display);
  displays.set(picture.display, { ...picture, bytes: ownBytes(picture.bytes) });
  const [oldest] = displays.keys();
  if (displays.size > MAX_DISPLAYS && oldest !== undefined) displays.delete(oldest);
}

function chosenPicture(viewer: ThumbnailViewer, device: Device): ThumbnailPicture | undefined {
  const chosen = viewer.display(device.clientId);
  return chosen === undefined ? primaryOf(device) : device.displays.get(chosen);
}

function stillTakes(viewer: ThumbnailViewer, clientId: string, picture: ThumbnailPicture): boolean {
  const chosen = viewer.display(clientId);
  return viewer.wants(clientId) && (chosen === undefined ? picture.primary : picture.display === chosen);
}

const isSoonAfter = (had: ThumbnailPicture, picture: ThumbnailPicture) =>
  had.display === picture.display && picture.receivedAt - had.receivedAt < TIMING.groupThumbnailMs;

/** A small view would retain the whole buffer that was delivered with it. */
const ownBytes = (bytes: Uint8Array) =>
  bytes.byteLength * 2 < bytes.buffer.byteLength ? new Uint8Array(bytes) : bytes;

function primaryOf(device: Device): ThumbnailPicture | undefined {
  let newest: ThumbnailPicture | undefined;
  for (const picture of device.displays.values()) if (picture.primary) newest = picture;
  return newest;
}

/** The largest of the takers' sizes, in the picture's own proportions; undefined if it is not smaller. */
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
