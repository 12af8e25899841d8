/** The data channels of the process: what the class sends leaves by them, what comes by them goes to the class. */
import { bytesOf, type Command, type Report } from './messages.ts';

/** The library does not say when its buffers become low. */
const LOOK_MS = 4;

type Channel = {
  peer: number;
  native: RTCDataChannel;
  /** Of all that the class sent. */
  bytes: number;
  /** As the class knows it. */
  leftBytes: number;
};

export function createProcessChannels(report: (report: Report) => void) {
  const channels = new Map<number, Channel>();
  /** Those with bytes of which the class does not know that they have left. */
  const full = new Set<number>();
  let timer: NodeJS.Timeout | undefined;

  const look = () => {
    const changed: { id: number; bytes: number }[] = [];
    for (const id of full) {
      const channel = channels.get(id);
      if (channel === undefined || channel.native.readyState !== 'open') {
        full.delete(id);
        continue;
      }
      const leftBytes = channel.bytes - channel.native.bufferedAmount;
      if (leftBytes > channel.leftBytes) changed.push({ id, bytes: leftBytes });
      channel.leftBytes = leftBytes;
      if (leftBytes === channel.bytes) full.delete(id);
    }
    if (changed.length > 0) report({ type: 'left', channels: changed });
    if (full.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };

  const forget = (id: number) => {
    if (channels.delete(id)) report({ type: 'channel-closed', id });
  };

  return {
    /** `connection`: null where there is none any more. */
    add(
      { id, peer, label, init }: Extract<Command, { type: 'new-channel' }>,
      connection: RTCPeerConnection | null | undefined,
    ): void {
      const native = connection?.createDataChannel(label, init);
      if (native === undefined) {
        report({ type: 'channel-closed', id });
        return;
      }
      native.binaryType = 'arraybuffer';
      channels.set(id, { peer, native, bytes: 0, leftBytes: 0 });
      native.addEventListener('open', () => report({ type: 'channel-open', id }));
      native.addEventListener('message', ({ data }: MessageEvent<string | ArrayBuffer>) =>
        report({ type: 'message', id, data: typeof data === 'string' ? data : new Uint8Array(data) }),
      );
      native.addEventListener('close', () => forget(id));
    },

    send({ id, data }: Extract<Command, { type: 'send' }>): void {
      const channel = channels.get(id);
      if (channel?.native.readyState !== 'open') return;
      try {
        channel.native.send(data as string);
      } catch {
        // The channel has closed meanwhile: the class gets a message about it.
        return;
      }
      channel.bytes += bytesOf(data);
      full.add(id);
      timer ??= setInterval(look, LOOK_MS);
    },

    close(id: number): void {
      channels.get(id)?.native.close();
    },

    /** The connection of this peer was closed: not every channel says so itself. */
    forgetThoseOf(peer: number): void {
      for (const [id, channel] of channels) if (channel.peer === peer) forget(id);
    },
  };
}
