/** Corrects what aedes exchanges with one client: its packets, their order, its end, and how much is under way. */
import type { Client } from 'aedes';
import type { WebSocketStream } from '../door/websocket-entrance.ts';
import {
  createDeliveryWindow,
  type DeliveryWindow,
  type DeliveryWindowDeps,
  type WindowedClient,
} from './delivery-window.ts';
import { createEnding, type EndedClient } from './ending.ts';
import { type GuardedClient, guardPackets, type PacketGuardDeps } from './packet-guard.ts';
import { withMaximumQos } from './raw-packets.ts';

export type WireDeps = Pick<PacketGuardDeps, 'shared' | 'overLimit' | 'failed'> & {
  refused(fault: string): void;
  window: DeliveryWindowDeps;
};

export function startWire(client: Client, stream: WebSocketStream, deps: WireDeps): DeliveryWindow {
  const { refused, shared, overLimit, failed } = deps;
  // The first that aedes says is a CONNACK.
  stream.changeFirst((connack) => {
    const changed = withMaximumQos(connack);
    // aedes notes it only when the queue of a resumed session is out, and until then it would end without a DISCONNECT.
    if (changed !== connack) Object.assign(client, { connected: true });
    return changed;
  });
  stream.once('slow', () => refused('slow'));
  const window = createDeliveryWindow(client as unknown as WindowedClient, deps.window);
  const ending = createEnding(client as unknown as EndedClient, refused);
  guardPackets(client as unknown as GuardedClient, {
    shared,
    overLimit,
    failed,
    refused,
    acknowledged: window.acknowledged,
    isOver: () => ending.begun,
    end: ending.endFor,
  });
  return window;
}
