/** What tutors did to a device and what its student did about it. Never parsed: it does not leave the device. */
import type { POWER_ACTIONS } from '#protocol/action-parameters.ts';

export type PowerAction = (typeof POWER_ACTIONS)[number];

/** How the screen is locked (part 1: html content, an address, or the tab that is open now). */
export type Lock =
  | { name: 'message'; text: string }
  | { name: 'address'; url: string }
  | { name: 'current-tab' };

/** The question on the screen. It is gone when its tutor has finished it. */
export type Poll = {
  /** Of the poll, not of a message. */
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
  /** Epoch milliseconds. */
  endsAt: number;
  message: string;
  allowToAbort: boolean;
};

/** A tutor's screen that is shown here. */
export type Broadcast = { sessionId: string; tutorId: string; tutorName?: string | undefined };
/** A display of this device that is shown elsewhere. */
export type ScreenShare = { sessionId: string; tutorId: string; displayId: string };

export type OpenRoom = {
  roomId: string;
  /** The newest, oldest first. */
  messages: readonly { id: string; name: string; message: string }[];
};

/** Files that a tutor wants to send here or to have from here. */
export type AskedTransfer = {
  /** Of the action. */
  id: string;
  tutorId: string;
  direction: 'to-device' | 'from-device';
  files: readonly { name: string; sizeBytes: number }[];
  /** In the device's own notation. */
  folder: string;
  /** Where the tutor waits on the peer server. */
  peerId: string;
};

export type DeviceState = {
  alias?: string | undefined;
  /** What the student called themselves when a tutor asked. */
  name?: string | undefined;
  /** Whom a tutor signed in. */
  login?: { username: string; domain?: string | undefined } | undefined;
  lock?: Lock | undefined;
  muted: boolean;
  inputsBlocked: boolean;
  poll?: Poll | undefined;
  /** The question for the name is on the screen. */
  nameRequested: boolean;
  fullScreen?: 'requested' | 'cancelled' | 'FULL' | undefined;
  power?: PowerPlan | undefined;
  broadcast?: Broadcast | undefined;
  shares: readonly ScreenShare[];
  /** The tutor who controls the machine. */
  remoteControl?: { tutorId: string } | undefined;
  rooms: readonly OpenRoom[];
  /** The newest, oldest first. */
  transfers: readonly AskedTransfer[];
};

export const FRESH_STATE: Readonly<DeviceState> = {
  muted: false,
  inputsBlocked: false,
  nameRequested: false,
  shares: [],
  rooms: [],
  transfers: [],
};
