/**
 * The core's peer connections. Those that send run in the offscreen document, and the screen of a tutor is
 * received by the page that shows it.
 */
import type { Clock } from '#protocol/clock.ts';
import type { PeerWorld } from '../../../core/peer-world.ts';
import {
  BROADCAST_PORT,
  type FromPeerHost,
  type MovingFile,
  PEER_PORT,
  type PeerPlace,
} from '../../peer-link.ts';
import { createBroadcastWindow } from './broadcast-window.ts';
import { createHostRuns } from './host-runs.ts';

export type ExtensionPeersDeps = {
  clock: Clock;
  place: () => PeerPlace | undefined;
  accessToken: () => string | undefined;
  /** Returns the display, or the primary one without an id, if it can be sent now. */
  displayOf: (displayId: string | undefined) => string | undefined;
  /** Receives the displays whose pictures are sent to tutors. */
  onSources: (displayIds: readonly string[]) => void;
  onFrameDone: (displayId: string) => void;
  onFile: (file: MovingFile) => void;
  /** Saves a received file from its address. Resolves with false if the browser could not. */
  save: (received: { key: string; url: string; fileName: string }) => Promise<boolean>;
};

export type ExtensionPeers = PeerWorld & {
  sendFrame(displayId: string, jpeg: string): void;
  /** Ends the transfer of a file, because the student wants that. */
  cancelFile(key: string): void;
  /** True for the window that shows a tutor's screen. */
  isOwn(windowId: number): boolean;
};

const OFFSCREEN_PAGE = 'offscreen/offscreen.html';
const OFFSCREEN_IDLE_MS = 30_000;

async function createOffscreen(): Promise<void> {
  if (await chrome.offscreen.hasDocument()) return;
  await chrome.offscreen.createDocument({
    url: OFFSCREEN_PAGE,
    reasons: ['WEB_RTC', 'BLOBS'],
    justification: 'Sends the screen to teachers who look at it, and transfers files.',
  });
}

export function createExtensionPeers(deps: ExtensionPeersDeps): ExtensionPeers {
  const { clock, place, accessToken } = deps;
  const window = createBroadcastWindow();
  const sending = createHostRuns({
    clock,
    place,
    accessToken,
    portName: PEER_PORT,
    create: createOffscreen,
    close: () => chrome.offscreen.closeDocument(),
    idleMs: OFFSCREEN_IDLE_MS,
    receive,
    onClosed: () => deps.onSources([]),
  });
  const showing = createHostRuns({
    clock,
    place,
    accessToken,
    portName: BROADCAST_PORT,
    create: window.open,
    close: window.close,
    idleMs: 0,
  });

  function receive(message: Exclude<FromPeerHost, { name: 'ended' | 'want-token' }>): void {
    switch (message.name) {
      case 'sources':
        deps.onSources(message.displayIds);
        break;
      case 'frame-done':
        deps.onFrameDone(message.displayId);
        break;
      case 'file':
        deps.onFile(message.file);
        break;
      case 'save':
        void save(message);
        break;
    }
  }

  async function save({ key, url, fileName }: Extract<FromPeerHost, { name: 'save' }>): Promise<void> {
    const isSaved = await deps.save({ key, url, fileName });
    sending.send({ name: 'saved', key, isSaved });
  }

  return {
    hasScreen: (displayId) => deps.displayOf(displayId) !== undefined,
    sendScreen: (call) =>
      sending.begin({ kind: 'sendScreen', call: { ...call, displayId: deps.displayOf(call.displayId) } }),
    showScreen: (call) => showing.begin({ kind: 'showScreen', call }),
    receiveFiles: (call) => sending.begin({ kind: 'receiveFiles', call }),
    sendFile: (call) => sending.begin({ kind: 'sendFile', call }),
    stop() {
      sending.stop();
      showing.stop();
    },
    cancelFile: (key) => sending.send({ name: 'cancel-file', key }),
    sendFrame: (displayId, jpeg) => sending.send({ name: 'frame', displayId, jpeg }),
    isOwn: window.isOwn,
  };
}
