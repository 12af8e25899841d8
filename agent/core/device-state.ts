/** What tutors did to a device and what its student did about it. Never parsed: it does not leave the device. */

import type { PowerAction } from '#domain/devices/power-actions.ts';
import type { TransferOutcome } from '#protocol/action.ts';
import type { OrderSlot } from '#protocol/class-orders.ts';
import type { EpochMs } from '#protocol/clock.ts';
import type { TextBlock } from './rich-text/rich-text.ts';

/** What the locked screen shows: a text, the page at an address, or the tab that is open now. */
export type Lock =
  | {
      name: 'message';
      /** The words that are shown; empty: the device's own. */
      text: string;
      /** The same with their form. */
      blocks: readonly TextBlock[];
    }
  | { name: 'address'; url: string }
  | { name: 'current-tab' };

/** The question on the screen. It is gone when its tutor has finished it. */
export type DevicePoll = {
  /** The id of the poll, not of a message. */
  id: string;
  tutorId: string;
  question: string;
  /** None: a short answer in the student's own words. */
  answers: readonly string[];
  multiselect: boolean;
  /** Letters (`B`, `A,C`) or words; absent until the student has answered. */
  answer?: string;
};

/** A shutdown, restart, sleep or sign-out that is about to happen. */
export type PowerPlan = {
  action: PowerAction;
  endsAt: EpochMs;
  message: string;
  allowToAbort: boolean;
};

/** A tutor's screen that is shown here. */
export type Broadcast = { sessionId: string; tutorId: string; tutorName?: string | undefined };
/** A display of this device that is shown elsewhere. */
export type ScreenShare = {
  sessionId: string;
  tutorId: string;
  /** As the tutor's console gives the name; absent where the console gives none. */
  tutorName?: string;
  displayId: string;
};

export type RoomLine = {
  id: string;
  name: string;
  message: string;
  /** Epoch milliseconds, on the platform's clock. */
  sentTime?: number;
  /** The student has written it. */
  isOwn?: true;
  /** A tutor has written it. */
  isTutors?: true;
};
/** Written here, and not said by the platform yet. `failed`: the platform has not taken it. */
export type UnsentLine = { id: string; message: string; sending: 'waits' | 'failed' };

export type OpenRoom = {
  roomId: string;
  /** Absent until the platform has told it. */
  name?: string;
  /** False while a tutor has to write first. */
  mayWrite?: boolean;
  /** The newest, oldest first. */
  messages: readonly RoomLine[];
  /** Absent where nothing waits. */
  unsent?: readonly UnsentLine[];
};

/** How files that were asked for have ended. */
export type TransferEnding = Exclude<TransferOutcome, 'accepted'>;

/** Files that a tutor wants to send here or to have from here. */
export type AskedTransfer = {
  /** The id of the action that asked for the files. */
  id: string;
  tutorId: string;
  direction: 'to-device' | 'from-device';
  files: readonly { name: string; sizeBytes: number }[];
  /** In the device's own notation. */
  folder: string;
  /** The address at which the tutor waits on the peer server. */
  peerId: string;
  /** Absent while it is under way. */
  ending?: TransferEnding;
};

/** What the policies do that hold now. */
export type PolicyHold = {
  /** Their ids. */
  active: readonly string[];
  muted: boolean;
  privacy: boolean;
  /** The machine stays awake. */
  sleepBlocked: boolean;
  /** The keyboard does nothing; the pointer does. */
  keysBlocked: boolean;
  /** Pictures of the screen go to the tutors. */
  captured: boolean;
  lock?: Lock;
  /** Kinds of effects and conditions of its policies that this device cannot do. */
  impossible: readonly string[];
};

/** The ids of the class orders that made the device what it is. A question is asked anew. */
export type HeldFromClass = { readonly [Slot in OrderSlot]?: string };

export type DeviceState = {
  fromClass?: HeldFromClass;
  alias?: string | undefined;
  /** What the student called themselves when a tutor asked. */
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
  /** The student has put it away, and can have it back while it goes on. */
  refusedBroadcast?: Broadcast | undefined;
  shares: readonly ScreenShare[];
  /** The tutor who controls the machine; the session has the id of the action that began it. */
  remoteControl?: { tutorId: string; sessionId: string; tutorName?: string | undefined } | undefined;
  rooms: readonly OpenRoom[];
  /** The newest, oldest first. */
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

/** The lock that is seen: a tutor's goes before a policy's. */
export const shownLock = ({ lock, policies }: Readonly<DeviceState>): Lock | undefined =>
  lock ?? policies.lock;
