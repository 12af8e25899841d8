/** The gate as seen by the door: all decisions that the door does not make itself. */

import type { Verdict } from '../gate/topic-pattern.ts';
import type { OverRate } from '../limits/connection-rates.ts';
import type { Connection } from './connection.ts';
import type { WebSocketStream } from './websocket-entrance.ts';

export type BrokerMessage = {
  topic: string;
  payload: Buffer;
  qos: 0 | 1 | 2;
  retain: boolean;
  /** MQTT 5 properties, unchanged. */
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
/** The CONNACK reason codes of a refusal. */
export type RefusalCode = 0x85 | 0x86 | 0x87 | 0x88 | 0x97 | 0x9b;

/** Makes the decisions. Its methods never throw; decisions that must wait are promises. */
export type Gate = {
  admit(request: ConnectRequest, stream: WebSocketStream): Promise<Admission>;
  refusedOtherwise(reason: string, address: string): void;
  /** Counts a packet that ended the connection. `connection` is undefined if no CONNECT was accepted. */
  refusedPacket(connection: Connection | undefined, reason: string, address: string): void;
  /** The reason of a refusal; undefined: the message may be published. */
  refusePublish(
    connection: Connection,
    message: BrokerMessage,
  ): Promise<string | undefined> | string | undefined;
  maySubscribe(connection: Connection, filter: string): Verdict;
  refusedSubscription(connection: Connection, filter: string, reason: string): void;
  mayForward(connection: Connection, message: BrokerMessage): boolean;
  /** The exceeded rate limit; undefined: none. `bytes`: the length of the client's next packet. */
  overLimit(connection: Connection, bytes: number): OverRate | undefined;
  /** Called when a message was dropped because it exceeds its receiver's limit. */
  droppedForSize(): void;
  /** The connection is registered and its CONNACK is being sent. */
  opened(connection: Connection): void;
  /** Called once per opened connection. `sentDisconnect`: the client sent a DISCONNECT. */
  closed(connection: Connection, sentDisconnect: boolean): void;
  /** Called after a client's message or last will was forwarded. */
  published(connection: Connection, message: BrokerMessage): void;
  /** Called when a session's queue was full and its oldest message was dropped. */
  droppedFromQueue(): void;
  failed(error: Error): void;
};
