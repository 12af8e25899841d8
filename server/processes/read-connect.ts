/** Reads the CONNECT of a client before it is known which process it belongs to. */
import { parser } from '../broker/wire/mqtt-packet.ts';

export type FirstPacket =
  | { name: 'more' }
  /** The access token, if it is a CONNECT with one. */
  | { name: 'read'; token: string | undefined };

/** Returns the function that takes the bytes of MQTT as they come. */
export function createConnectReader(): (bytes: Buffer) => FirstPacket {
  const mqtt = parser();
  let first: FirstPacket = { name: 'more' };
  mqtt.on('packet', (packet) => {
    if (first.name === 'read') return;
    const token = packet.cmd === 'connect' ? packet.password?.toString() : undefined;
    first = { name: 'read', token };
  });
  mqtt.on('error', () => {
    if (first.name === 'more') first = { name: 'read', token: undefined };
  });
  return (bytes) => {
    mqtt.parse(bytes);
    return first;
  };
}
