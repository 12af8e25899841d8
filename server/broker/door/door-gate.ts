/** The gate as the door sees it: everything that the door does not decide by itself. */

import type { Verdict } from '../gate/topic-pattern.ts';
import type { OverRate } from '../limits/connection-rates.ts';
import type { Connection } from './connection.ts';
import type { WebSocketStream } from './websocket-entrance.ts';

export type BrokerMessage = {
  topic: string;
  payload: Buffer;
  qos: 0 | 1 | 2;
  retain: boolean;
  /** Properties of MQTT 5, as they came. */
  properties?: object | undefined;
};
export type ConnectRequest = {
  clientId: string;
  username?: string | undefined;
  password?: string | undefined;
  will?: BrokerMessage | undefined;
};
export type Admission =
  | { admitted: true; connection: Connection }
  | { admitted: false; code: RefusalCode; reason: string };
/** The reason codes of a CONNACK that refuses. */
export type RefusalCode = 0x85 | 0x86 | 0x87 | 0x88 | 0x97 | 0x9b;

/** Who decides. Nothing here throws; what it must wait for comes as a promise. */
export type Gate = {
  admit(request: ConnectRequest, stream: WebSocketStream): Promise<Admission>;
  refusedOtherwise(reason: string, address: string): void;
  /** It ended the connection; undefined where a WebSocket was not even MQTT. */
  refusedPacket(connection: Connection | undefined, reason: string, address: string): void;
  /** Why not; undefined when it may be published. */
  refusePublish(
    connection: Connection,
    message: BrokerMessage,
  ): Promise<string | undefined> | string | undefined;
  maySubscribe(connection: Connection, filter: string): Verdict;
  refusedSubscription(connection: Connection, filter: string, reason: string): void;
  mayForward(connection: Connection, message: BrokerMessage): boolean;
  /** Why the client has sent too much; undefined where it has not. `bytes`: the length of its next packet. */
  overLimit(connection: Connection, bytes: number): OverRate | undefined;
  /** A message was larger than its receiver takes. */
  droppedForSize(): void;
  /** Registered, its CONNACK on the way. */
  opened(connection: Connection): void;
  /** Once for each one opened. `saidGoodbye`: with a DISCONNECT of its own. */
  closed(connection: Connection, saidGoodbye: boolean): void;
  /** A message of a client, or a last will, that went out. */
  published(connection: Connection, message: BrokerMessage): void;
  /** A session had too much waiting: its oldest message went. */
  droppedFromQueue(): void;
  failed(error: Error): void;
};
