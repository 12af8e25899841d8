import type { Viewer } from './viewer-door.ts';
import type { HeldKey } from './viewer-keys.ts';

export type RemoteControlState =
  | { name: 'closed' }
  /** Another tutor controls the device; `tutorName` is empty if the device does not report the name. */
  | { name: 'asking'; deviceName: string; tutorName: string }
  | { name: 'connecting'; deviceName: string }
  | { name: 'open'; deviceName: string; viewer: Viewer; isReady: boolean; held: ReadonlySet<HeldKey> };

export const CLOSED: RemoteControlState = { name: 'closed' };
