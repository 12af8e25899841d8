/** The core's peer connections, which run in the offscreen document. */
import type { Clock } from '#protocol/clock.ts';
import type { PeerEnd, PeerRun, PeerWorld } from '../../../core/peer-world.ts';
import type { FromPeerHost, MovingFile, PeerPlace, RunRequest } from '../../peer-link.ts';
import { createOffscreenDocument } from './offscreen-document.ts';

export type OffscreenPeersDeps = {
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

export type OffscreenPeers = PeerWorld & {
  sendFrame(displayId: string, jpeg: string): void;
  /** Ends the transfer of a file, because the student wants that. */
  cancelFile(key: string): void;
};

export function createOffscreenPeers(deps: OffscreenPeersDeps): OffscreenPeers {
  const runs = new Map<number, (end: PeerEnd) => void>();
  let lastRun = 0;
  let sentPlace = '';

  const host = createOffscreenDocument({
    clock: deps.clock,
    receive,
    onClosed() {
      sentPlace = '';
      deps.onSources([]);
      for (const finish of [...runs.values()]) finish('broken');
    },
  });

  function receive(message: FromPeerHost): void {
    switch (message.name) {
      case 'ended':
        runs.get(message.run)?.(message.end);
        break;
      case 'want-token':
        host.send({ name: 'token', id: message.id, token: deps.accessToken() });
        break;
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
    host.send({ name: 'saved', key, isSaved });
  }

  async function open(): Promise<void> {
    await host.open();
    const place = deps.place();
    const text = JSON.stringify(place);
    if (place === undefined || text === sentPlace) return;
    sentPlace = text;
    host.send({ name: 'place', place });
  }

  function begin(request: RunRequest): PeerRun {
    lastRun += 1;
    const run = lastRun;
    const ended = new Promise<PeerEnd>((resolve) => {
      runs.set(run, (end) => {
        if (!runs.delete(run)) return;
        resolve(end);
        if (runs.size === 0) host.closeWhenIdle();
      });
    });
    open().then(
      () => {
        if (runs.has(run)) host.send({ name: 'begin', run, request });
      },
      () => runs.get(run)?.('failed'),
    );
    return {
      ended,
      end() {
        host.send({ name: 'end', run });
        runs.get(run)?.('ended');
      },
    };
  }

  return {
    hasScreen: (displayId) => deps.displayOf(displayId) !== undefined,
    sendScreen(call) {
      return begin({ kind: 'sendScreen', call: { ...call, displayId: deps.displayOf(call.displayId) } });
    },
    showScreen: (call) => begin({ kind: 'showScreen', call }),
    receiveFiles: (call) => begin({ kind: 'receiveFiles', call }),
    sendFile: (call) => begin({ kind: 'sendFile', call }),
    stop() {
      for (const [run, finish] of [...runs]) {
        host.send({ name: 'end', run });
        finish('ended');
      }
    },
    cancelFile: (key) => host.send({ name: 'cancel-file', key }),
    sendFrame: (displayId, jpeg) => host.send({ name: 'frame', displayId, jpeg }),
  };
}
