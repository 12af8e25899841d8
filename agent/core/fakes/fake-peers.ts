/** A peer world whose calls a test ends. */
import type { PeerEnd, PeerRun, PeerWorld } from '../peer-world.ts';

export type FakeCall = {
  what: 'send-screen' | 'show-screen' | 'receive-files' | 'send-file';
  reference: string;
  peerId: string;
  /** The arguments of the call. */
  with: object;
  /** The end of the call; undefined while it runs. */
  end(how: PeerEnd): Promise<void>;
  isOpen(): boolean;
};

export function createFakePeers() {
  const calls: FakeCall[] = [];
  const seen = { screens: ['d1', 'd2'], stopped: 0 };
  const begin = (what: FakeCall['what'], asked: { peerId: string; reference: string }): PeerRun => {
    let settle: (end: PeerEnd) => void = () => {};
    let open = true;
    const ended = new Promise<PeerEnd>((resolve) => {
      settle = (end) => {
        open = false;
        resolve(end);
      };
    });
    const { peerId, reference } = asked;
    calls.push({
      what,
      peerId,
      reference,
      with: asked,
      isOpen: () => open,
      async end(how) {
        settle(how);
        for (let i = 0; i < 5; i++) await Promise.resolve();
      },
    });
    return { ended, end: () => settle('ended') };
  };
  const world: PeerWorld = {
    hasScreen: (displayId) => displayId === undefined || seen.screens.includes(displayId),
    sendScreen: (call) => begin('send-screen', call),
    showScreen: (call) => begin('show-screen', call),
    receiveFiles: (call) => begin('receive-files', call),
    sendFile: (call) => begin('send-file', call),
    stop: () => seen.stopped++,
  };
  return {
    world,
    seen,
    calls,
    open: () => calls.filter((call) => call.isOpen()),
    last(): FakeCall {
      const call = calls.at(-1);
      if (call === undefined) throw new Error('Nobody was called');
      return call;
    },
  };
}
