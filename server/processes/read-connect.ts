/** Reads the access token of an MQTT client, to find out which process serves its site. */
import type { Duplex } from 'node:stream';
import { parser } from '#broker/wire/mqtt-packet.ts';

/**
 * Returns all read bytes to the stream and pauses it. Resolves to the token of the CONNECT; undefined: the
 * first packet has none. Rejects if the client has left or has sent no packet in time.
 */
export function readConnectToken(
  stream: Duplex,
  { timeoutMs, maxBytes }: { timeoutMs: number; maxBytes: number },
): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    let token: string | undefined;
    let isRead = false;
    const mqtt = parser();
    mqtt.on('packet', (packet) => {
      if (!isRead && packet.cmd === 'connect') token = packet.password?.toString();
      isRead = true;
    });
    mqtt.on('error', () => {
      isRead = true;
    });
    const stop = () => {
      clearTimeout(timer);
      stream.off('data', take);
      stream.off('end', left);
      stream.off('close', left);
    };
    const left = () => {
      stop();
      reject(new Error('The client has left'));
    };
    const take = (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      mqtt.parse(chunk);
      if (!isRead && bytes <= maxBytes) return;
      stop();
      stream.pause();
      stream.unshift(Buffer.concat(chunks));
      resolve(token);
    };
    const timer = setTimeout(left, timeoutMs);
    stream.on('data', take).once('end', left).once('close', left);
  });
}
