/** From the address of a screen to an open channel and the code of the viewer, or why there is none. */
import type { Reached, ScreenChannel } from './reach-screen.ts';
import type { OpenViewer } from './viewer-door.ts';

export type ViewerReach =
  | { name: 'ready'; channel: ScreenChannel; openViewer: OpenViewer }
  | { name: 'aborted' }
  /** The code of the viewer did not come. */
  | { name: 'no-viewer' }
  /** The machine took no connection, or let go of it at once; its certificate may be the cause. */
  | { name: 'refused' }
  /** The machine did not answer in time. */
  | { name: 'silent' };

const CLOSED_SOCKET = 3;

/** `code`: the code of the viewer, which is loaded while the device is asked; undefined where it did not come. */
export async function reachViewer(
  signal: AbortSignal,
  reaching: Promise<Reached>,
  code: Promise<OpenViewer | undefined>,
): Promise<ViewerReach> {
  const reached = await reaching;
  if (reached.name !== 'reached') return reached;
  const { channel } = reached;
  const openViewer = await code;
  const isGone = channel.readyState === CLOSED_SOCKET;
  if (openViewer !== undefined && !isGone && !signal.aborted) return { name: 'ready', channel, openViewer };
  channel.close();
  if (signal.aborted) return { name: 'aborted' };
  return { name: openViewer === undefined ? 'no-viewer' : 'refused' };
}
