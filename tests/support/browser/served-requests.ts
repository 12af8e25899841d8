/** What a server of this process was asked for: also what a browser asks by itself and shows to nobody. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

export type ServedRequests = {
  /** How many came since then, epoch ms. */
  since(ms: number): number;
  stop(): void;
};

const CHANNEL = 'http.server.request.start';

/** Follows the requests for one path at one port from now on. */
export function followRequests(port: number, path: string): ServedRequests {
  const times: number[] = [];
  const heard = (message: unknown) => {
    const { url, socket } = (message as { request: IncomingMessage }).request;
    if (socket.localPort === port && url?.split('?')[0] === path) times.push(Date.now());
  };
  subscribe(CHANNEL, heard);
  return {
    since: (ms) => times.filter((at) => at >= ms).length,
    stop: () => void unsubscribe(CHANNEL, heard),
  };
}
