/**
 * Ends the connection of an aedes client so that the client's program learns the reason. Every DISCONNECT
 * carries a Reason String, and where aedes would only close the socket, a DISCONNECT is sent first.
 */
import type { EventEmitter } from 'node:events';
import { refusalIn } from '../door/broken-connection.ts';
import { REASON, reasonText } from '../reason-code.ts';

/** The parts of an aedes client that are used here. */
export type EndedClient = EventEmitter & {
  readonly connected: boolean;
  readonly conn: { readonly destroyed?: boolean };
  disconnect(options: { reasonCode: number; properties?: { reasonString: string } }, done?: () => void): void;
  _onError(error: Error): void;
};

export type Ending = {
  /** True: the connection is ending, and packets that still arrive must be ignored. */
  readonly begun: boolean;
  /** Sends the reason and closes. A client without a CONNACK gets no DISCONNECT (MQTT 5.0, 3.14). */
  end(reasonCode: number): void;
  /** Calls `refused`, then ends the connection for a client's fault, which is a key of `CODES`. */
  endFor(fault: string): void;
};

/** Reason codes by fault, as named by `refusalIn` and the packet guard. */
const CODES: Readonly<Record<string, number>> = {
  malformed: REASON.malformedPacket,
  properties: REASON.malformedPacket,
  'packet-type': REASON.protocolError,
  'out-of-order': REASON.protocolError,
  fault: REASON.implementationError,
  filter: REASON.filterInvalid,
  'topic-name': REASON.topicNameInvalid,
  'topic-alias': REASON.topicAliasInvalid,
  'packet-size': REASON.packetTooLarge,
  'too-many': REASON.messageRateTooHigh,
  'message-rate': REASON.messageRateTooHigh,
  'byte-rate': REASON.messageRateTooHigh,
  'qos-2': REASON.qosNotSupported,
};
const SILENT = 'keep alive timeout';

/** `refused` is called with a fault before the connection ends. */
export function createEnding(client: EndedClient, refused: (fault: string) => void): Ending {
  const disconnect = client.disconnect.bind(client);
  const giveUp = client._onError;
  let begun = false;

  client.disconnect = (options, done) => {
    begun = true;
    const reasonString = reasonText(options.reasonCode);
    disconnect({ properties: { reasonString }, ...options }, done);
  };

  client.off('error', giveUp);
  client.on('error', (error: Error) => {
    if (begun) return;
    const fault = refusalIn(error);
    const code = error.message === SILENT ? REASON.keepAliveTimeout : CODES[fault ?? ''];
    if (code === undefined || !client.connected || client.conn.destroyed) {
      giveUp.call(client, error);
      return;
    }
    if (fault !== undefined) refused(fault);
    client.disconnect({ reasonCode: code });
  });

  return {
    get begun() {
      return begun;
    },
    end: (reasonCode) => client.disconnect({ reasonCode }),
    endFor(fault) {
      if (begun) return;
      refused(fault);
      client.disconnect({ reasonCode: CODES[fault] ?? REASON.protocolError });
    },
  };
}
