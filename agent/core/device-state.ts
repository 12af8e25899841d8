/** The state that tutors and the student gave a device. It stays on the device, so it is never parsed. */

import type { PowerAction } from '#domain/devices/power-actions.ts';
import type { TransferOutcome } from '#protocol/action.ts';
import type { OrderSlot } from '#protocol/class-orders.ts';
import type { EpochMs } from '#protocol/clock.ts';
import type { TextBlock } from './rich-text/rich-text.ts';

/** The content of the locked screen: a text, the page at an address, or the current tab. */
export type Lock =
  | {
      name: 'message';
      /** The text without its form; if empty, the device shows its own text. */
      text: string;
      /** The text with its form, such as headings and colours. */
      blocks: readonly TextBlock[];
    }
  | { name: 'address'; url: string }
  | { name: 'current-tab' };

/** The question on the screen. It is removed when its tutor has finished it. */
export type DevicePoll = {
  /** The id of the poll, not of an action. */
  id: string;
  tutorId: string;
  question: string;
  /** Empty: the student answers in their own words. */
  answers: readonly string[];
  multiselect: boolean;
  /** Letters (`B`, `A,C`) or words; absent until the student has answered. */
  answer?: string;
};

/** A pending shutdown, restart, sleep or sign-out. */
export type PowerPlan = {
  action: PowerAction;
  endsAt: EpochMs;
  message: string;
  allowToAbort: boolean;
};

/** A tutor's screen that this device shows. */
export type Broadcast = { sessionId: string; tutorId: string; tutorName?: string | undefined };
/** A display of this device that others see. */
export type ScreenShare = {
  sessionId: string;
  tutorId: string;
  /** Absent if the tutor's console sends no name. */
  tutorName?: string;
  displayId: string;
};

export type RoomLine = {
  id: string;
  name: string;
  message: string;
  /** On the platform's clock. */
  sentTime?: EpochMs;
  /** The student wrote this line. */
  isOwn?: true;
  /** A tutor wrote this line. */
  isTutors?: true;
};
/** A line that the platform has not published yet. `failed`: the platform did not accept it. */
export type UnsentLine = { id: string; message: string; sending: 'waits' | 'failed' };

export type OpenRoom = {
  roomId: string;
  /** Absent until the platform has sent it. */
  name?: string;
  /** False while a tutor has to write first. */
  mayWrite?: boolean;
  /** The newest lines, oldest first. */
  messages: readonly RoomLine[];
  /** Absent if no line is unsent. */
  unsent?: readonly UnsentLine[];
};

/** The outcome of a file transfer that has ended. */
export type TransferEnding = Exclude<TransferOutcome, 'accepted'>;

/** Files that a tutor sends to this device or requests from it. */
export type AskedTransfer = {
  /** The id of the action that requested the transfer. */
  id: string;
  tutorId: string;
  direction: 'to-device' | 'from-device';
  files: readonly { name: string; sizeBytes: number }[];
  /** A path in the device's own notation. */
  folder: string;
  /** The tutor's address on the peer server. */
  peerId: string;
  /** Absent while the transfer runs. */
  ending?: TransferEnding;
};

/** The combined effects of the active policies. */
export type PolicyHold = {
  /** The ids of the active policies. */
  active: readonly string[];
  muted: boolean;
  privacy: boolean;
  /** Keeps the machine awake. */
  sleepBlocked: boolean;
  /** Blocks the keyboard but not the pointer. */
  keysBlocked: boolean;
  /** Sends pictures of the screen to the tutors. */
  captured: boolean;
  lock?: Lock;
  /** The kinds of effects and conditions of its policies that this device does not support. */
  impossible: readonly string[];
};

/** The ids of the class orders that determine the device's state. A poll is asked again after a restart. */
export type HeldFromClass = { readonly [Slot in OrderSlot]?: string };

export type DeviceState = {
  fromClass?: HeldFromClass;
  alias?: string | undefined;
  /** The name that the student gave when a tutor asked. */
  name?: string | undefined;
  /** The account that a tutor signed in. */
  login?: { username: string; domain?: string | undefined } | undefined;
  lock?: Lock | undefined;
  muted: boolean;
  inputsBlocked: boolean;
  poll?: DevicePoll | undefined;
  /** The question for the name is on the screen. */
  nameRequested: boolean;
  fullScreen?: 'requested' | 'cancelled' | 'FULL' | undefined;
  power?: PowerPlan | undefined;
  broadcast?: Broadcast | undefined;
  /** The student has closed this broadcast and can show it again while it continues. */
  refusedBroadcast?: Broadcast | undefined;
  shares: readonly ScreenShare[];
  /** The tutor who controls the machine. The session has the id of the action that began it. */
  remoteControl?: { tutorId: string; sessionId: string; tutorName?: string | undefined } | undefined;
  rooms: readonly OpenRoom[];
  /** The newest transfers, oldest first. */
  transfers: readonly AskedTransfer[];
  policies: PolicyHold;
};

export const NO_HOLD: PolicyHold = {
  active: [],
  muted: false,
  privacy: false,
  sleepBlocked: false,
  keysBlocked: false,
  captured: false,
  impossible: [],
};

export const FRESH_STATE: Readonly<DeviceState> = {
  muted: false,
  inputsBlocked: false,
  nameRequested: false,
  shares: [],
  rooms: [],
  transfers: [],
  policies: NO_HOLD,
};

/** Returns the visible lock. A tutor's lock takes precedence over a policy's. */
export const shownLock = ({ lock, policies }: Readonly<DeviceState>): Lock | undefined =>
  lock ?? policies.lock;
