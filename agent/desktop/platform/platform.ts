/** The operating system below the desktop agent. Each system implements this interface, and all else is shared. */
import type { PowerAction } from '#domain/devices/power-actions.ts';
import type { EffectName } from '#domain/policies/effects.ts';
import type { Network } from '#domain/policies/network.ts';
import type { ActionName } from '#protocol/action-parameters.ts';
import type { Application, Display } from '#protocol/feedback.ts';
import type { EffectCalls } from '../../core/effects.ts';
import type { Inventory } from '../../core/machine.ts';
import type { Eventually, Outcome } from '../../core/outcome.ts';
import type { Launch } from '../../core/screen.ts';

/** The pixels of a display, row by row. */
export type Pixels = {
  width: number;
  height: number;
  /** Four bytes a pixel in the order blue, green, red; the fourth has no meaning. */
  bgrx: Uint8Array;
};

/** The machine and the person who uses it. It does not change while the agent runs. */
export type MachineFacts = {
  /** Name and version, for example `Debian GNU/Linux 12 (bookworm)`. */
  os: string;
  hostname: string;
  serialNumber?: string;
  /** Of all built-in network adapters. */
  macAddresses: readonly string[];
  userName: string;
};

/** `chosen` resolves with true if the student presses the button, and with false if the question is closed. */
export type Offer = { chosen: Promise<boolean>; withdraw(): void };

/** `displays`: one was added, removed or resized. `windows`: their list, a title or the active one changed. */
export type PlatformChange = 'displays' | 'windows';

export type Platform = {
  facts: MachineFacts;
  /** The actions and effects that this machine does not support although its type of agent does. */
  unsupported: { actions: readonly ActionName[]; effects: readonly EffectName[] };
  displays(): readonly Display[];
  /** Reads all windows of programs that a person can switch to. Rejects if the system does not answer. */
  windows(): Promise<readonly Application[]>;
  onChange(listener: (change: PlatformChange) => void): () => void;
  /** Increases whenever the picture of the display may have changed. */
  pictureVersion(displayId: string): number;
  /** Undefined: there is no such display, or its picture cannot be read now. */
  pixels(displayId: string): Promise<Pixels | undefined>;
  /** Requests that a window closes. It may refuse, or ask its user first. */
  closeWindow(windowId: string): Promise<void>;
  /** Brings a window to the front. */
  focusWindow(windowId: string): Promise<void>;
  launch(launch: Launch): Promise<Outcome>;
  notify(notification: { title: string; message: string }): Promise<Outcome>;
  /** Shows a question that one button answers, until the student chooses or the agent withdraws it. */
  offer(offer: { title: string; message: string; button: string }): Offer;
  effects: EffectCalls;
  /** Called when a student may have undone the effect, for example because the sound is on again. */
  onUndone(listener: (effect: 'muted') => void): () => void;
  network(): Network;
  inventory(): Promise<Inventory>;
  /**
   * The path of a folder that tutors name: `%documents%`, `%downloads%`, `%desktop%` or a path. Undefined if
   * tutors may not see it, or it is not of this machine.
   */
  folder(name: string): Promise<string | undefined>;
  power(action: PowerAction): Eventually<Outcome>;
  /** Ends every effect and releases everything. */
  stop(): Promise<void>;
};
