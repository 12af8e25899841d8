/** The door's state for each aedes client, from its first byte to its end. */
import type { Client, ConnectPacket } from 'aedes';
import type { DeliveryWindow } from '../wire/delivery-window.ts';
import type { Connection } from './connection.ts';
import type { Gate } from './door-gate.ts';
import type { WebSocketStream } from './websocket-entrance.ts';

export type Visit = {
  readonly stream: WebSocketStream;
  /** Undefined until the CONNECT is received. */
  connect?: ConnectPacket;
  /** Undefined until the gate admits the client. */
  connection?: Connection;
  window?: DeliveryWindow;
  /** True once the CONNACK has been sent. */
  isWelcomed: boolean;
  /** True once the reason for this client's end has been counted. */
  isRefused: boolean;
};

export type Visits = {
  begin(client: Client, stream: WebSocketStream): Visit;
  of(client: object): Visit | undefined;
  connectionOf(client: object | null): Connection | undefined;
  clientOf(connection: Connection): Client | undefined;
  admit(client: Client, connection: Connection): void;
  /** Counts the client's fault once; does nothing if `reason` is undefined. */
  refuse(client: Client, reason: string | undefined): void;
};

export function createVisits(gate: Pick<Gate, 'refusedPacket' | 'refusedOtherwise'>): Visits {
  const visits = new WeakMap<object, Visit>();
  const clients = new WeakMap<Connection, Client>();
  return {
    begin(client, stream) {
      const visit = { stream, isWelcomed: false, isRefused: false };
      visits.set(client, visit);
      return visit;
    },
    of: (client) => visits.get(client),
    connectionOf: (client) => (client ? visits.get(client)?.connection : undefined),
    clientOf: (connection) => clients.get(connection),
    admit(client, connection) {
      const visit = visits.get(client);
      if (visit) visit.connection = connection;
      clients.set(connection, client);
    },
    refuse(client, reason) {
      const visit = visits.get(client);
      if (reason === undefined || !visit || visit.isRefused) return;
      visit.isRefused = true;
      const { connection, stream } = visit;
      if (connection) gate.refusedPacket(connection, reason, stream.address);
      else gate.refusedOtherwise(reason, stream.address);
    },
  };
}
