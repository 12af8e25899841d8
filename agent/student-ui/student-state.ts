/**
 * The state that the student's interface shows, and the calls that a student makes. The parts know nothing
 * else of the agent. Both are plain JSON, so they cross a port, such as that of an extension's panel.
 */
import type { EpochMs } from '#protocol/clock.ts';
import type { TransferEnd } from '#protocol/transfer/transfer.ts';
import type {
  Broadcast,
  DevicePoll,
  DeviceState,
  Lock,
  OpenRoom,
  ScreenShare,
} from '../core/device-state.ts';
import type { Watcher } from '../core/feedback/watchers.ts';

export type StudentState = {
  /** The name that tutors see. */
  name: string;
  /** `reconnecting`: the connection to the class was lost. */
  connection: 'connecting' | 'online' | 'reconnecting';
  /** The host to which the network blocks WebSockets. */
  blockedHost?: string | undefined;
  watchers: readonly SeenWatcher[];
  /** False while tutors see no screen of this device, for example before the student shares one. */
  isScreenVisible: boolean;
  /** True while the student hides the screen. Absent on devices where the student cannot hide it. */
  isHidden?: boolean | undefined;
  /** A policy hides the screen. */
  hiddenByPolicy: boolean;
  /** The tutors' screens that pass this device's screen on to others. */
  shares: readonly ScreenShare[];
  remoteControl?: DeviceState['remoteControl'];
  muted: boolean;
  inputsBlocked: boolean;
  lock?: Lock | undefined;
  notices: readonly Notice[];
  poll?: DevicePoll | undefined;
  pollDraft?: PollDraft | undefined;
  /** A tutor asks for the student's name. */
  nameRequested: boolean;
  fullScreen?: DeviceState['fullScreen'];
  fileRequest?: FileRequest | undefined;
  /** A running broadcast that the student has closed. */
  refusedBroadcast?: Broadcast | undefined;
  rooms: readonly OpenRoom[];
  handed: HandedFiles;
  /** Transfers that are running or have ended early, oldest first. */
  transfers: readonly FileTransfer[];
  received: readonly ReceivedFile[];
};

/** A tutor who watches this device without a pause since then, on the clock of the device. */
export type SeenWatcher = Watcher & { since: EpochMs };

/** A temporary notice from a tutor: a notification, or a page to open. */
export type Notice =
  | { id: string; name: 'notification'; title: string; message: string }
  | { id: string; name: 'page'; url: string };

/** An answer to a poll that the student has not sent. */
export type PollDraft = { pollId: string; letters: string[]; words: string };

/** A tutor collects files, and the student picks them. */
export type FileRequest = {
  /** Distinguishes the requests: files that were picked for one are not handed in for another. */
  id: number;
  /** A path in a device's notation, for example `%downloads%`. */
  folder: string;
  /** File names with wildcards; empty: all files. */
  patterns: readonly string[];
};

/** The maximum number of files that can be handed in at once. */
export const MAX_HANDED_FILES = 1_000;

/** The files that the student has handed in and no tutor has fetched yet. */
export type HandedFiles = {
  files: readonly { key: string; name: string; size: number }[];
  /** The names of chosen files of the last time that did not match `patterns`. */
  dropped: readonly string[];
  patterns: readonly string[];
  /** The number of files of the last time that exceeded `MAX_HANDED_FILES`. */
  tooMany: number;
};

/** One file on its way between this device and a tutor. */
export type FileTransfer = {
  /** Identifies the file over all attempts. */
  key: string;
  direction: 'in' | 'out';
  name: string;
  /** In bytes. */
  size: number;
  /** The bytes that were transferred. */
  bytes: number;
  /** Absent while the transfer runs. */
  end?: TransferEnd;
};

/** A file from a tutor that is stored on this device. */
export type ReceivedFile = {
  key: string;
  name: string;
  size: number;
  at: EpochMs;
  isSaved?: true | undefined;
};

/** `other`: a window or a tab. `refused`: the student closed the picker. `failed`: the browser could not. */
export type FullScreenChoice = 'entire' | 'other' | 'refused' | 'failed';

/** The answer to a call, at once or later. `undefined` arrives if the agent could not be reached. */
export type Reply<T> = T | Promise<T | undefined>;

/** The calls of the student. None of them throws or rejects. */
export type StudentCalls = {
  setHidden(isHidden: boolean): Reply<void>;
  dismissNotice(id: string): Reply<void>;
  /** Shows the broadcast again that the student has closed. */
  showBroadcast(): Reply<boolean>;
  /** Takes letters (`B`, `A,C`) or words. Answers false if the poll has ended or the answer does not fit. */
  answerPoll(answer: string): Reply<boolean>;
  dismissPoll(): Reply<boolean>;
  storePollDraft(draft: PollDraft): Reply<void>;
  /** Answers false if no tutor asks or the name is empty. */
  giveName(name: string): Reply<boolean>;
  /** Is called from a click, because it may open the browser's picker. */
  acceptFullScreen(): Reply<FullScreenChoice>;
  /** Declines the request for the entire screen, or ends it after it was accepted. */
  declineFullScreen(): Reply<boolean>;
  /** `dropped` are the names of chosen files that were not asked for. */
  handIn(files: readonly File[], dropped: readonly string[]): Reply<void>;
  declineFiles(): Reply<void>;
  /** Withdraws a handed-in file that no tutor has fetched. */
  takeBackFile(key: string): Reply<void>;
  /** Clears the note about files that were not handed in. */
  clearDropped(): Reply<void>;
  cancelTransfer(key: string): Reply<void>;
  removeFile(key: string): Reply<void>;
  /** Saves a received file where the student chooses. Answers false if the file no longer exists. */
  saveFile(key: string): Reply<boolean>;
  leaveRoom(roomId: string): Reply<boolean>;
  sendInRoom(roomId: string, text: string): Reply<boolean>;
  resendInRoom(roomId: string, id: string): Reply<boolean>;
  /** Ends the share of the screen that is shown to the class. */
  stopSharing(): Reply<void>;
};
