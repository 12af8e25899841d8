import type { Application, Display, Tab } from '#protocol/feedback.ts';
import type { DeviceState } from './device-state.ts';
import type { Eventually, Outcome } from './outcome.ts';

export type PictureRequest = {
  displayId: string;
  /** The largest size in pixels; the picture keeps the display's shape. */
  width: number;
  height: number;
  /** JPEG or WebP quality, 1 to 100. */
  quality: number;
  /** JPEG by default. */
  format?: 'jpeg' | 'webp';
  /** A single picture, not one of a stream, so nothing is cached for the next one. */
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

/** The device's screen and the operations on it: a drawn desktop in Node, a real page in a browser. */
export type Screen = {
  displays(): readonly Display[];
  tabs(): readonly Tab[];
  applications(): readonly Application[];
  /** True while no tutor may see the screen. Thumbnails stop; tabs and applications are reported empty. */
  privacy(): boolean;
  /** Changes whenever the display's picture changes. */
  pictureVersion(displayId: string): number;
  /** Returns undefined if no picture can be taken now. */
  draw(request: PictureRequest): ScreenPicture | undefined | Promise<ScreenPicture | undefined>;
  /** Shows the whole state: the locked screen, dialogues, signs. Called after every change. */
  show(state: Readonly<DeviceState>): void;
  /** `id` is that of the action; absent if the device itself shows the notification. */
  notify(notification: { id?: string; title: string; message: string }): void;
  /** `refused` if it cannot be opened. */
  launch(launch: Launch): Eventually<Outcome>;
  /**
   * Requests that these tabs close. They may refuse or take their time, so the core finds the result in
   * `tabs()`, at each change and after one second. Ids that are not open are ignored.
   */
  closeTabs(tabIds: readonly string[]): Eventually<Outcome>;
  /** Like `closeTabs`, with ids of windows and of applications, because a console may know either. */
  closeApplications(ids: readonly string[]): Eventually<Outcome>;
  /** `refused` if no tab has this id or this address. */
  focusTab(tabId: string, url: string | undefined): Eventually<Outcome>;
  /** `refused` if the window is not open. Only called on devices with the ability. */
  focusApplication(windowId: string): Eventually<Outcome>;
  onChange(listener: (change: ScreenChange) => void): () => void;
};
