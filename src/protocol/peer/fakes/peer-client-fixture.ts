/** A peer client whose server the test plays. Its pauses use `setTimeout`, for fake timers. */
import { createPeerClient } from '../peer-client.ts';
import type { PeerPayload } from '../peer-payload.ts';

export const ADDRESS = 'a'.repeat(64);
export const OTHER = 'b'.repeat(64);
export const offer: PeerPayload = {
  connection: 'c1',
  purpose: 'live',
  reference: 'r1',
  signal: { type: 'offer', sdp: 'v=0' },
};
export const candidate: PeerPayload = { ...offer, signal: { type: 'candidate', candidate: 'x' } };

type FakeSocket = {
  url: string;
  sent: Record<string, unknown>[];
  closedByClient: boolean;
  say(frame: object | string): void;
  end(code: number): void;
};

/** Settles promises without moving a timer. */
async function settle() {
  for (let i = 0; i < 10; i += 1) await Promise.resolve();
}

/** A peer server that the test controls. */
export function setUpPeerClient() {
  const sockets: FakeSocket[] = [];
  const asked: (string | undefined)[] = [];
  let answer: (known: string | undefined) => Promise<{ ticket: string; peerId: string; expiresAt: number }> =
    async (known) => ({ ticket: `t${asked.length}`, peerId: known ?? ADDRESS, expiresAt: 0 });
  let malformed = 0;
  const client = createPeerClient({
    ticket(known) {
      asked.push(known);
      return answer(known);
    },
    url: ({ ticket, peerId }) => `ws://peers?id=${peerId}&token=${ticket}`,
    open(url, on) {
      const sent: Record<string, unknown>[] = [];
      const socket: FakeSocket = {
        url,
        sent,
        closedByClient: false,
        say: (frame) => on.message(typeof frame === 'string' ? frame : JSON.stringify(frame)),
        end: (code) => on.closed(code),
      };
      sockets.push(socket);
      return {
        send: (text) => void sent.push(JSON.parse(text)),
        close: () => {
          socket.closedByClient = true;
        },
      };
    },
    after(ms, call) {
      const timer = setTimeout(call, ms);
      return () => clearTimeout(timer);
    },
    random: () => 1,
    malformed: () => {
      malformed += 1;
    },
  });
  /** The newest socket, after the server's greeting. */
  async function opened() {
    await settle();
    const socket = sockets.at(-1);
    if (!socket) throw new Error('no socket was opened');
    socket.say({ type: 'OPEN' });
    await settle();
    return socket;
  }
  return {
    client,
    sockets,
    asked,
    opened,
    malformed: () => malformed,
    tickets: (next: typeof answer) => {
      answer = next;
    },
  };
}
