import type { PowerAction } from '#domain/devices/power-actions.ts';
import type { Network } from '#domain/policies/network.ts';
import type { RetrievedFile } from '#protocol/action-parameters.ts';

/** What a device is made of and what is installed on it, as it is stored and shown. */
export type Inventory = {
  inventoryResults: Record<string, unknown>;
  softwareResults: Record<string, unknown>;
};

/**
 * Where a student picks what a tutor may see of their files: like `Machine.files`, and `refused` where they decline.
 * `patterns` is what is looked for, for them to read; who asks leaves the rest out. `withdrawn`: nobody waits for the
 * answer any more.
 */
export type PickFiles = (
  folderPath: string,
  patterns: readonly string[],
  withdrawn: Promise<void>,
) => Promise<readonly RetrievedFile[] | 'refused' | undefined>;

/** The computer under the screen. A page in a browser reaches none of it and is made without one. */
export type Machine = {
  /** What lies in a folder, not in those below it; undefined when there is no such folder. */
  files(folderPath: string): Promise<readonly RetrievedFile[] | undefined>;
  inventory(): Promise<Inventory>;
  network(): Network;
  /**
   * Lets one viewer in, with a password that is good once. Undefined: not now. `ended` is called where the session ends
   * by itself: the viewer has left, or none has come.
   */
  startRemoteControl(ended: () => void): Promise<{ url: string; password: string } | undefined>;
  stopRemoteControl(): void;
  /** Called when the countdown is over. The machine sleeps, restarts and so on, which ends the device core as well. */
  power(action: PowerAction): void;
};
