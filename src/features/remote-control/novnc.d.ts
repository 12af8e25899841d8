/** The part of noVNC 1.7 that Lectern uses. */
declare module '@novnc/novnc' {
  export default class RFB extends EventTarget {
    constructor(
      target: HTMLElement,
      channel: import('./reach-screen.ts').ScreenChannel,
      options?: { credentials?: { password: string }; shared?: boolean },
    );
    scaleViewport: boolean;
    focus(options?: FocusOptions): void;
    /** Without `down`, the key is pressed and released. */
    sendKey(keysym: number, code: string, down?: boolean): void;
    sendCtrlAltDel(): void;
    disconnect(): void;
    /** Confirms that the server's key is the expected one. */
    approveServer(): void;
  }
}
