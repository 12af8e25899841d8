/** Corrects the exchange of aedes with one client: packets, their order, the end, and the window. */
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
  // The first packet from aedes is a CONNACK.
  stream.changeFirst((connack) => {
    const changed = withMaximumQos(connack);
    // aedes sets it after sending a resumed session's queue; until then it sends no DISCONNECT.
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
