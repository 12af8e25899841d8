/** Combines the channel to a screen and the viewer's code, or states why one is missing. */
import type { Reached, ScreenChannel } from './reach-screen.ts';
import type { OpenViewer } from './viewer-door.ts';

export type ViewerReach =
  | { name: 'ready'; channel: ScreenChannel; openViewer: OpenViewer }
  | { name: 'aborted' }
  /** The viewer's code could not be loaded. */
  | { name: 'no-viewer' }
  /** The machine refused the connection or closed it at once; its certificate may be the cause. */
  | { name: 'refused' }
  /** The machine did not answer in time. */
  | { name: 'silent' };

const CLOSED_SOCKET = 3;

/** `code`: the viewer's code, which loads while the device answers; undefined if that failed. */
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
