/** Transfers files to and from a tutor over peer connections; a reply reports how each transfer ended. */

import type { AskedTransfer, TransferEnding } from '../device-state.ts';
import { DONE } from '../outcome.ts';
import type { PeerEnd, PeerRun, PeerWorld } from '../peer-world.ts';
import type { ActionDeps, DeviceActionContext, Handlers } from './action-context.ts';
import type { ActionOutcome } from './action-handlers.ts';

const MAX_REMEMBERED = 20;
const CONCURRENCY = 10;

const ENDINGS: Record<PeerEnd, TransferEnding> = {
  done: 'done',
  left: 'cancelled',
  ended: 'cancelled',
  refused: 'refused',
  'no-file': 'no-file',
  unreachable: 'unreachable',
  broken: 'broken',
  failed: 'failed',
};

export function createFileTransfers({
  peers,
  state,
  change,
}: Pick<ActionDeps, 'peers' | 'state' | 'change'>) {
  const runs = new Set<PeerRun>();

  const remember = (transfer: AskedTransfer) =>
    change({ transfers: [...state().transfers, transfer].slice(-MAX_REMEMBERED) });
  const settle = (asked: AskedTransfer, ending: TransferEnding) =>
    change({
      transfers: state().transfers.map((transfer) =>
        transfer.id === asked.id && transfer.tutorId === asked.tutorId ? { ...transfer, ending } : transfer,
      ),
    });

  const begin = (
    asked: AskedTransfer,
    reply: DeviceActionContext['reply'],
    start: (world: PeerWorld) => PeerRun,
  ): ActionOutcome => {
    if (peers === undefined) {
      remember(asked);
      return DONE;
    }
    if (runs.size >= CONCURRENCY) return { ok: false, code: 'busy' };
    remember(asked);
    const run = start(peers);
    runs.add(run);
    void run.ended.then((end) => {
      // A device that has stopped sends no further replies.
      if (!runs.delete(run)) return;
      const transfer = ENDINGS[end];
      settle(asked, transfer);
      reply(transfer === 'done' ? { ok: true, transfer } : { ok: false, code: transfer, transfer });
    });
    return { ok: true, transfer: 'accepted' };
  };

  const handlers: Handlers<'transferFiles' | 'collectFiles'> = {
    transferFiles({ files, filePath, peerId }, { id, tutorId, reply }) {
      const named = files.map(({ name, size }) => ({ name, sizeBytes: size }));
      const asked = { id, tutorId, direction: 'to-device', files: named, folder: filePath, peerId } as const;
      return begin(asked, reply, (world) =>
        world.receiveFiles({ peerId, reference: id, files, folder: filePath }),
      );
    },

    collectFiles({ selectedFile, peerId }, { id, tutorId, reply }) {
      const { fileName, size, location } = selectedFile;
      const named = [{ name: fileName, sizeBytes: size }];
      const asked = {
        id,
        tutorId,
        direction: 'from-device',
        files: named,
        folder: location,
        peerId,
      } as const;
      return begin(asked, reply, (world) => world.sendFile({ peerId, reference: id, file: selectedFile }));
    },
  };

  return {
    handlers,
    stop() {
      const ending = [...runs];
      runs.clear();
      for (const run of ending) run.end();
    },
  };
}
