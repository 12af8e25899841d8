/** Holds the peer connections for the worker: starts and ends runs as it requests, and reports their ends. */
import type { Clock } from '#protocol/clock.ts';
import { globalFetch } from '#protocol/json-request.ts';
import { createPlatformCall } from '../../core/connection/platform-call.ts';
import type { PeerRun, PeerWorld } from '../../core/peer-world.ts';
import { type BrowserPeersDeps, createBrowserPeers } from '../../peer/browser/browser-peers.ts';
import type { FromPeerHost, PeerPlace, RunRequest, ToPeerHost } from '../peer-link.ts';
import type { ExtensionFiles } from './extension-files.ts';

export type PeerHostDeps = Pick<BrowserPeersDeps, 'screens' | 'show'> & {
  files: Pick<ExtensionFiles, 'receive' | 'send' | 'prepare'>;
  clock: Clock;
  send: (message: FromPeerHost) => void;
};

export function createPeerHost(deps: PeerHostDeps) {
  const { send } = deps;
  const runs = new Map<number, PeerRun>();
  /** Runs that begin when their file is open, unless they are ended before. */
  const beginning = new Set<number>();
  const tokens = new Map<number, (token: string | undefined) => void>();
  let world: PeerWorld | undefined;
  let abort = new AbortController();
  let lastToken = 0;

  const accessToken = () =>
    new Promise<string | undefined>((resolve) => {
      lastToken += 1;
      tokens.set(lastToken, resolve);
      send({ name: 'want-token', id: lastToken });
    });

  const stop = () => {
    world?.stop();
    abort.abort();
    runs.clear();
    beginning.clear();
    world = undefined;
  };

  const open = ({ configuration, siteId }: PeerPlace) => {
    stop();
    abort = new AbortController();
    world = createBrowserPeers({
      ...deps,
      call: createPlatformCall(globalFetch),
      configuration,
      siteId,
      hostname: new URL(configuration.CONSOLE_URL).hostname,
      accessToken,
      signal: abort.signal,
    });
  };

  const begin = async (run: number, request: RunRequest): Promise<void> => {
    beginning.add(run);
    if (request.kind === 'sendFile') await deps.files.prepare(request.call.file);
    if (!beginning.delete(run) || world === undefined) return;
    const started = startRun(world, request);
    runs.set(run, started);
    void started.ended.then((end) => {
      if (runs.delete(run)) send({ name: 'ended', run, end });
    });
  };

  return {
    /** Handles the messages about runs. */
    receive(message: Extract<ToPeerHost, { name: 'place' | 'begin' | 'end' | 'token' }>): void {
      switch (message.name) {
        case 'place':
          open(message.place);
          break;
        case 'begin':
          void begin(message.run, message.request);
          break;
        case 'end':
          beginning.delete(message.run);
          runs.get(message.run)?.end();
          break;
        case 'token':
          tokens.get(message.id)?.(message.token);
          tokens.delete(message.id);
          break;
      }
    },
    /** Ends every run, because the worker that started them is gone. */
    stop,
  };
}

function startRun(world: PeerWorld, request: RunRequest): PeerRun {
  switch (request.kind) {
    case 'sendScreen':
      return world.sendScreen(request.call);
    case 'showScreen':
      return world.showScreen(request.call);
    case 'receiveFiles':
      return world.receiveFiles(request.call);
    case 'sendFile':
      return world.sendFile(request.call);
  }
}
