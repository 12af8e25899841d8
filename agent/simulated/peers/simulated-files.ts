/** Sends and receives a simulated student's files: the transfer engine over real folders. */

import type { Clock } from '#protocol/clock.ts';
import { fromDataChannel } from '#protocol/transfer/data-channel.ts';
import { sha256 } from '#protocol/transfer/digest.ts';
import { receiveFiles } from '#protocol/transfer/receive-files.ts';
import { sendFiles } from '#protocol/transfer/send-files.ts';
import type { TransferRun } from '#protocol/transfer/transfer-run.ts';
import type { DeviceFiles, DeviceTransfer } from '../../peer/device-files.ts';
import type { StudentFolder } from '../files/student-folder.ts';
import type { StudentFiles } from '../student-files.ts';

export function createSimulatedFiles(options: {
  files: StudentFiles;
  folder: StudentFolder;
  clock: Clock;
}): DeviceFiles {
  const { files, folder, clock } = options;
  const deps = { digest: sha256, clock, events: {} };

  return {
    receive(channel, coming) {
      const place = files.placeFor(coming.folder);
      const names = new Map(coming.files.map(({ id, name }) => [id, name]));
      return receiveFiles(
        fromDataChannel(channel),
        coming.files.map(({ id, size }) => ({ id, maxBytes: size })),
        // The name in the tutor's action, as the console showed it.
        {
          ...deps,
          open: (offer) => folder.sink({ ...offer, name: names.get(offer.id) ?? offer.name }, place),
        },
      );
    },
    send(channel, { file, reference }) {
      // Data that arrives before the file is found is buffered.
      const ready = fromDataChannel(channel);
      return startLater(async () => {
        const source = await files.source(file, reference);
        return source && sendFiles(ready, [source], deps);
      });
    },
  };
}

function startLater(start: () => Promise<TransferRun | undefined>): DeviceTransfer {
  let run: TransferRun | undefined;
  let requestedStop: 'cancel' | 'pause' | undefined;
  const begin = async () => {
    run = await start();
    if (requestedStop !== undefined) run?.stop(requestedStop);
    return run === undefined ? 'unreadable' : run.ended;
  };
  return {
    ended: begin().catch(() => 'unreadable' as const),
    stop(how) {
      requestedStop = how;
      run?.stop(how);
    },
  };
}
