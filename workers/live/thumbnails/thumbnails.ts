/**
 * The newest picture of every device and display as bytes, and the decoding of those that some visible tab shows: one
 * under way per device, 16 in all, newest first.
 */
import { TIMING } from '#domain/timing.ts';
import type { ThumbnailProperties } from '#protocol/feedback.ts';

/** What of a watch of one tab concerns pictures. */
export type ThumbnailViewer = {
  place: string;
  /** Is the client in view, in a visible tab that can take a frame? */
  wants(clientId: string): boolean;
  /** The display that was chosen for the client; undefined: its primary one. */
  display(clientId: string): string | undefined;
  /** The largest size that the watch shows, in device pixels. */
  size(): Size;
  /** Nobody can see what changes in a picture that moves: it is replaced as seldom as a group's are asked for. */
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
  /** Rejects when the bytes are no picture. `size`: smaller than the picture, where that is enough. */
  decode(picture: ThumbnailPicture, size: Size | undefined): Promise<ImageBitmap>;
  copy(bitmap: ImageBitmap): Promise<ImageBitmap>;
  /** Bytes that came as a picture were none. */
  onUndecodable(place: string, clientId: string): void;
};

export type Thumbnails = {
  accept(place: string, clientId: string, picture: ThumbnailPicture): void;
  /** Looks for pictures that the viewer has not got yet. */
  offer(viewer: ThumbnailViewer): void;
  /** The viewer's next picture of the client counts as new, even if it is the same one. */
  forgetShown(viewer: ThumbnailViewer, clientId: string): void;
  /** Pictures of other displays than these are not the client's any more. */
  keepDisplays(place: string, clientId: string, displays: readonly { id: string }[]): void;
  forgetClient(place: string, clientId: string): void;
  forgetPlace(place: string): void;
  /** How many decodes run and wait, and of how many clients pictures are kept: a leak test's measure. */
  load(): { running: number; waiting: number; pictures: number };
};

type Device = { place: string; clientId: string; displays: Map<string, ThumbnailPicture>; busy: boolean };

const MAX_DECODES = 16;
/** A client may name as many in its information. */
const MAX_DISPLAYS = 16;

/** Which picture of each client a viewer was shown last. */
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

  /** The picture that a viewer should be shown next, if it has not got it. */
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

  /** Not removed meanwhile, nor replaced by one that came back. */
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

  /** Decodes one picture once and gives it to every viewer that wants just this one. */
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
    // A viewer that turned away meanwhile, from the client or to another display, has not got the picture.
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
      // A client that tells of no displays sends pictures all the same.
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

/** Gives every taker a bitmap of its own; undefined where it could not be copied. */
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
  // Put last, so that the newest primary one is found from the end.
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

/** A view of a few bytes would keep everything that was delivered with them. */
const ownBytes = (bytes: Uint8Array) =>
  bytes.byteLength * 2 < bytes.buffer.byteLength ? new Uint8Array(bytes) : bytes;

function primaryOf(device: Device): ThumbnailPicture | undefined {
  let newest: ThumbnailPicture | undefined;
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
