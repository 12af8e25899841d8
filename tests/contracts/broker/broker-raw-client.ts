/** MQTT packets by hand over a WebSocket: for what a well-behaved client would never send or show. */
import { once } from 'node:events';
import mqttPacket, { type IConnectPacket, type Packet } from 'mqtt-packet';
import { WebSocket } from 'ws';

export async function openRaw(url: string, protocolVersion: 4 | 5 = 5) {
  const socket = new WebSocket(url, 'mqtt');
  socket.binaryType = 'nodebuffer';
  const parser = mqttPacket.parser({ protocolVersion });
  const packets: Packet[] = [];
  const raw: Buffer[] = [];
  const waiting = new Set<() => void>();
  parser.on('packet', (packet) => {
    packets.push(packet);
    for (const look of waiting) look();
  });
  socket.on('message', (bytes: Buffer) => {
    raw.push(bytes);
    parser.parse(bytes);
  });
  const closed = once(socket, 'close').then(([code]) => code as number);
  await once(socket, 'open');
  /** Several packets travel in one piece. */
  const send = (...sent: Packet[]) =>
    socket.send(Buffer.concat(sent.map((packet) => mqttPacket.generate(packet, { protocolVersion }))));

  return {
    socket,
    raw,
    /** Resolves with the close code of the WebSocket. */
    closed,
    send,
    connect(token: string, clientId: string, more: Partial<IConnectPacket> = {}) {
      send({
        cmd: 'connect',
        protocolId: 'MQTT',
        protocolVersion,
        clientId,
        clean: true,
        keepalive: 10,
        username: token,
        password: Buffer.from(token),
        ...more,
      });
    },
    /** The packets of one kind that are here. */
    take<C extends Packet['cmd']>(cmd: C): Extract<Packet, { cmd: C }>[] {
      const taken = packets.filter((packet) => packet.cmd === cmd);
      packets.splice(0, packets.length, ...packets.filter((packet) => packet.cmd !== cmd));
      return taken as Extract<Packet, { cmd: C }>[];
    },
    /** The next packet of one kind. */
    next<C extends Packet['cmd']>(cmd: C): Promise<Extract<Packet, { cmd: C }>> {
      return new Promise((resolve) => {
        const look = () => {
          const at = packets.findIndex((packet) => packet.cmd === cmd);
          if (at < 0) return;
          waiting.delete(look);
          resolve(packets.splice(at, 1)[0] as Extract<Packet, { cmd: C }>);
        };
        waiting.add(look);
        look();
      });
    },
  };
}
