import type { PowerAction } from '#domain/devices/power-actions.ts';
import type { Network } from '#domain/policies/network.ts';
import type { RetrievedFile } from '#protocol/action-parameters.ts';
import type { Eventually, Outcome } from './outcome.ts';

/** A device's hardware and installed software, as it is stored and shown. */
export type Inventory = {
  inventoryResults: Record<string, unknown>;
  softwareResults: Record<string, unknown>;
};

/**
 * Lets a student pick the files that a tutor may see. Like `Machine.files`, but returns `refused` if the
 * student declines. `patterns` are shown to the student; the caller removes files that do not match.
 * `withdrawn` resolves when the answer is no longer needed.
 */
export type PickFiles = (
  folderPath: string,
  patterns: readonly string[],
  withdrawn: Promise<void>,
) => Promise<readonly RetrievedFile[] | 'refused' | undefined>;

/** An account to sign in with. The password is neither logged nor stored. */
export type Account = { username: string; password: string; domain?: string | undefined };

/** The computer below the screen. A page in a browser has no access to it and is created without one. */
export type Machine = {
  /** Lists a folder without its subfolders. Returns undefined if the folder does not exist. */
  files(folderPath: string): Promise<readonly RetrievedFile[] | undefined>;
  inventory(): Promise<Inventory>;
  network(): Network;
  /**
   * Admits one viewer with a one-time password. Returns undefined if that is not possible now. `ended` is
   * called if the session ends by itself: the viewer has left, or none has come.
   */
  startRemoteControl(ended: () => void): Promise<{ url: string; password: string } | undefined>;
  stopRemoteControl(): void;
  /** Signs a person in at the machine. */
  signIn(account: Account): Eventually<Outcome>;
  /**
   * Called at the end of the countdown. `ok` means that the machine has accepted, and goes. It goes after the
   * caller has sent its reply, and the device core ends with it.
   */
  power(action: PowerAction): Eventually<Outcome>;
};
