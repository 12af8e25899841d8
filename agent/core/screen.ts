import type { Application, Display, Tab } from '#protocol/feedback.ts';
import type { DeviceState } from './device-state.ts';

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
  /** Returns false if it cannot be opened. */
  launch(launch: Launch): boolean;
  /** Returns the ids that were open and are closed now; undefined if this device cannot close tabs at all. */
  closeTabs(tabIds: readonly string[]): readonly string[] | undefined;
  /**
   * Accepts ids of windows and of applications, because a console may know either. Returns the ids that were
   * open and are closed now, or undefined like `closeTabs`.
   */
  closeApplications(ids: readonly string[]): readonly string[] | undefined;
  focusTab(tabId: string, url: string | undefined): boolean;
  /** Returns false if the window is not open. Only called on devices with the ability. */
  focusApplication(windowId: string): boolean;
  onChange(listener: (change: ScreenChange) => void): () => void;
};
