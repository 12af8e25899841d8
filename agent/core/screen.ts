import type { Application, Display, Tab } from '#protocol/feedback.ts';
import type { DeviceState } from './device-state.ts';

export type PictureRequest = {
  displayId: string;
  /** The largest size in pixels; the picture keeps the display's shape. */
  width: number;
  height: number;
  /** JPEG or WebP quality, 1 to 100. */
  quality: number;
  /** JPEG unless said. */
  format?: 'jpeg' | 'webp';
  /** A picture by itself, not one of a stream: nothing has to be kept for the next one. */
  single?: boolean;
};

export type ScreenPicture = {
  bytes: Uint8Array;
  contentType: 'image/jpeg' | 'image/webp';
  width: number;
  height: number;
};

export type ScreenChange = 'info' | 'tabs' | 'applications' | 'statuses';
export type Launch = { url: string } | { command: string; args: string };

/** What the device shows and what can be done to it: a drawn desktop in Node, a real page in a browser. */
export type Screen = {
  displays(): readonly Display[];
  tabs(): readonly Tab[];
  applications(): readonly Application[];
  /** True while no tutor may look: no thumbnails are taken, tabs and applications are reported empty. */
  privacy(): boolean;
  /** Another value whenever the display's picture is another one. */
  pictureVersion(displayId: string): number;
  /** Undefined when no picture can be taken right now. */
  draw(request: PictureRequest): ScreenPicture | undefined | Promise<ScreenPicture | undefined>;
  /** Shows the state: the locked screen, dialogues, signs. Called with the whole of it after every change. */
  show(state: Readonly<DeviceState>): void;
  /** `id`: of the action that said it; absent where the device says it by itself. */
  notify(notification: { id?: string; title: string; message: string }): void;
  /** False when it could not be opened. */
  launch(launch: Launch): boolean;
  /** The ids that were open and are closed now; undefined where this device can close none at all. */
  closeTabs(tabIds: readonly string[]): readonly string[] | undefined;
  /**
   * Takes ids of windows and of applications, because a console may know either. Returns the ids that were open and are
   * closed now, or undefined like `closeTabs`.
   */
  closeApplications(ids: readonly string[]): readonly string[] | undefined;
  focusTab(tabId: string, url: string | undefined): boolean;
  /** Brings a window to the front. False where it is not there; only asked where the device has the ability. */
  focusApplication(windowId: string): boolean;
  onChange(listener: (change: ScreenChange) => void): () => void;
};
