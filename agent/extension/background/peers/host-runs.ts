/** The runs of peer connections in one document. */
import type { PeerEnd, PeerRun } from '../../../core/peer-world.ts';
import type { FromPeerHost, PeerPlace, RunRequest, ToPeerHost } from '../../peer-link.ts';
import { createHostDocument, type HostDocumentDeps } from './host-document.ts';

export type HostRunsDeps = Omit<HostDocumentDeps, 'receive' | 'onClosed'> & {
  place: () => PeerPlace | undefined;
  accessToken: () => string | undefined;
  /** Receives the messages that are not about runs. */
  receive?: (message: Exclude<FromPeerHost, { name: 'ended' | 'want-token' }>) => void;
  onClosed?: () => void;
};

export function createHostRuns(deps: HostRunsDeps) {
  const runs = new Map<number, (end: PeerEnd) => void>();
  let lastRun = 0;
  let sentPlace = '';

  const host = createHostDocument({
    ...deps,
    receive(message) {
      if (message.name === 'ended') runs.get(message.run)?.(message.end);
      else if (message.name === 'want-token')
        host.send({ name: 'token', id: message.id, token: deps.accessToken() });
      else deps.receive?.(message);
    },
    onClosed() {
      sentPlace = '';
      deps.onClosed?.();
      for (const finish of [...runs.values()]) finish('broken');
    },
  });

  async function open(): Promise<void> {
    await host.open();
    const place = deps.place();
    const text = JSON.stringify(place);
    if (place === undefined || text === sentPlace) return;
    sentPlace = text;
    host.send({ name: 'place', place });
  }

  return {
    begin(request: RunRequest): PeerRun {
      lastRun += 1;
      const run = lastRun;
      const ended = new Promise<PeerEnd>((resolve) => {
        runs.set(run, (end) => {
          if (!runs.delete(run)) return;
          resolve(end);
          if (runs.size === 0) host.closeWhenIdle();
        });
      });
      open().then(
        () => {
          if (runs.has(run)) host.send({ name: 'begin', run, request });
        },
        () => runs.get(run)?.('failed'),
      );
      return {
        ended,
        end() {
          host.send({ name: 'end', run });
          runs.get(run)?.('ended');
        },
      };
    },
    send: (message: ToPeerHost): void => host.send(message),
    stop(): void {
      for (const [run, finish] of [...runs]) {
        host.send({ name: 'end', run });
        finish('ended');
      }
    },
  };
}
