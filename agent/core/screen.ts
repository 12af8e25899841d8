import type { Application, Display, Tab } from '#protocol/feedback.ts';

/** How the screen is locked (part 1: html content, an address, or the tab that is open now). */
export type Lock =
  | { name: 'message'; text: string }
  | { name: 'address'; url: string }
  | { name: 'current-tab' };

/** What tutors did to the device, apart from what it shows. */
export type DeviceState = {
  alias?: string;
  lock?: Lock;
  muted: boolean;
  inputsBlocked: boolean;
};

export type PictureRequest = {
  displayId: string;
  /** The largest size in pixels; the picture keeps the display's shape. */
  width: number;
  height: number;
  /** JPEG quality, 1 to 100. */
  quality: number;
};

export type Picture = {
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
  /** True while nobody may look: no thumbnails are taken, tabs and applications are reported empty. */
  privacy(): boolean;
  /** Another value whenever the display's picture is another one. */
  pictureVersion(displayId: string): number;
  /** Undefined when no picture can be taken right now. */
  draw(request: PictureRequest): Picture | undefined | Promise<Picture | undefined>;
  /** Shows the state: the locked screen, the muted sign, the sign for blocked inputs. */
  show(state: Readonly<DeviceState>): void;
  notify(notification: { title: string; message: string }): void;
  /** False when this kind of device cannot open it. */
  launch(launch: Launch): boolean;
  /** The ids that were open and are closed now. */
  closeTabs(tabIds: readonly string[]): readonly string[];
  /** Takes window ids and application ids (decision 15); the ids that were open and are closed now. */
  closeApplications(ids: readonly string[]): readonly string[];
  focusTab(tabId: string, url: string | undefined): boolean;
  onChange(listener: (change: ScreenChange) => void): () => void;
};
