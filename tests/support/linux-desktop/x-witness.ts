/** Looks at a desktop from outside the agent, as another program of the X server. */
import {
  answered,
  openXDisplay,
  type XDisplay,
} from '../../../agent/desktop/platform/linux/x11/x-display.ts';

const GRABBED = 0;
const HIDDEN = 0;

export type XWitness = {
  /** The name of the topmost window, if it and others like it cover the whole screen; else undefined. */
  coverName(): Promise<string | undefined>;
  /** True while another program holds the keyboard and the pointer. */
  areInputsHeld(): Promise<boolean>;
  isKeyboardHeld(): Promise<boolean>;
  monitors: XDisplay['monitors'];
  close(): void;
};

export async function openXWitness(displayName: string): Promise<XWitness> {
  const display = await openXDisplay({ display: displayName, onLost: () => {} });
  return {
    coverName: () => coverName(display),
    async areInputsHeld() {
      return (await isKeyboardHeld(display)) && (await isPointerHeld(display));
    },
    isKeyboardHeld: () => isKeyboardHeld(display),
    monitors: display.monitors,
    close: display.close,
  };
}

type Geometry = { xPos: number; yPos: number; width: number; height: number };

async function coverName(display: XDisplay): Promise<string | undefined> {
  const { client, root } = display;
  const { children } = await answered<{ children: number[] }>((callback) => client.QueryTree(root, callback));
  const monitors = await display.monitors();
  const states = await Promise.all(
    children.map((window) =>
      answered<{ mapState: number }>((callback) => client.GetWindowAttributes(window, callback)).catch(
        () => undefined,
      ),
    ),
  );
  const shown = children.filter((_, at) => (states[at]?.mapState ?? HIDDEN) !== HIDDEN);
  const tops = shown.slice(-monitors.length);
  const places = await Promise.all(
    tops.map((window) =>
      answered<Geometry>((callback) => client.GetGeometry(window, callback)).catch(() => undefined),
    ),
  );
  const isCovered = monitors.every(({ x, y, width, height }) =>
    places.some(
      (place) => place?.xPos === x && place.yPos === y && place.width === width && place.height === height,
    ),
  );
  const top = tops.at(-1);
  if (!isCovered || top === undefined) return undefined;
  return (await display.property(top, '_NET_WM_NAME'))?.toString('utf8') ?? '';
}

/** The X server refuses a grab only while another program holds one. */
async function isKeyboardHeld({ client, root }: XDisplay): Promise<boolean> {
  const status = await answered<number>((callback) => client.GrabKeyboard(root, false, 0, 1, 1, callback));
  if (status === GRABBED) client.UngrabKeyboard(0);
  return status !== GRABBED;
}

async function isPointerHeld({ client, root }: XDisplay): Promise<boolean> {
  const status = await answered<number>((callback) =>
    client.GrabPointer(root, false, 0, 1, 1, 0, 0, 0, callback),
  );
  if (status === GRABBED) client.UngrabPointer(0);
  return status !== GRABBED;
}
