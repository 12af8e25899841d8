/** A connection to the X server, with promises. No other file of the agent imports the library. */
import x11, { type XClient, type XEvent, type XScreen } from 'x11';
import { requestMonitors, type XMonitor } from './x-monitors.ts';

export type XDisplay = {
  /** For requests without a reply. */
  client: XClient;
  root: number;
  /** In bits. Pictures need 24, in four bytes a pixel. */
  depth: number;
  atom(name: string): Promise<number>;
  atomName(atom: number): Promise<string>;
  /** Undefined: the window has no such property, or is closed. */
  property(window: number, name: string): Promise<Buffer | undefined>;
  /** The 32-bit numbers of a property; none if it is absent. */
  numbers(window: number, name: string): Promise<readonly number[]>;
  /** Sends a message about a window to the window manager. */
  sendToManager(window: number, name: string, data: readonly number[]): Promise<void>;
  monitors(): Promise<readonly XMonitor[]>;
  /** Rejects if the rectangle is not on the screen. */
  image(of: { x: number; y: number; width: number; height: number }): Promise<Buffer>;
  onEvent(listener: (event: XEvent) => void): void;
  close(): void;
};

export const EVENT_MASK = x11.eventMask;

/** All of a property: the length is in units of four bytes. Icons are the longest. */
const MAX_PROPERTY_LENGTH = 1_000_000;
const PIXMAP_FORMAT = 2;
const ALL_PLANES = 0xffffffff;

/** Calls a function of the library, which reports its result by a callback. */
export const answered = <T>(start: (callback: (error: Error | null | undefined, value: T) => void) => void) =>
  new Promise<T>((resolve, reject) => {
    start((error, value) => (error ? reject(error) : resolve(value)));
  });

/**
 * `display` is that of the environment by default. `onLost` is called when the X server has ended, usually
 * because the person has signed out. Rejects if there is no X server.
 */
export async function openXDisplay(options: { display?: string; onLost: () => void }): Promise<XDisplay> {
  const { display, onLost } = options;
  const { client, screen: screens } = await answered<{ client: XClient; screen: XScreen[] }>((callback) =>
    x11.createClient(display === undefined ? {} : { display }, callback),
  );
  const [screen] = screens;
  if (screen === undefined) throw new Error('The X server has no screen');
  const { root, root_depth: depth } = screen;
  let isOpen = true;
  const atoms = new Map<string, Promise<number>>();

  // Requests without a reply fail here, for example for a window that was closed meanwhile.
  client.on('error', () => {});
  // A client has one event mask for a window, so that of the root is chosen here for all parts.
  client.ChangeWindowAttributes(root, { eventMask: EVENT_MASK.PropertyChange | EVENT_MASK.StructureNotify });
  client.on('end', () => {
    if (isOpen) onLost();
  });

  const atom = (name: string) => {
    const known = atoms.get(name);
    if (known !== undefined) return known;
    const request = answered<number>((callback) => client.InternAtom(false, name, callback));
    atoms.set(name, request);
    return request;
  };

  const property = async (window: number, name: string): Promise<Buffer | undefined> => {
    const of = await atom(name);
    try {
      const { type, data } = await answered<{ type: number; data: Buffer }>((callback) =>
        client.GetProperty(0, window, of, 0, 0, MAX_PROPERTY_LENGTH, callback),
      );
      return type === 0 ? undefined : data;
    } catch {
      return undefined;
    }
  };

  return {
    client,
    root,
    depth,
    atom,
    atomName: (of) => answered((callback) => client.GetAtomName(of, callback)),
    property,
    async numbers(window, name) {
      const data = await property(window, name);
      if (data === undefined) return [];
      return Array.from({ length: data.length >> 2 }, (_, at) => data.readUInt32LE(at * 4));
    },
    async sendToManager(window, name, data) {
      client.SendClientMessage(root, window, await atom(name), 32, [...data]);
    },
    monitors: () => requestMonitors(client, root),
    async image({ x, y, width, height }) {
      const { data } = await answered<{ data: Buffer }>((callback) =>
        client.GetImage(PIXMAP_FORMAT, root, x, y, width, height, ALL_PLANES, callback),
      );
      return data;
    },
    onEvent: (listener) => client.on('event', listener),
    close() {
      isOpen = false;
      client.terminate();
    },
  };
}
