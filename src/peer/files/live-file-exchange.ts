/** This tab's file exchange, wired to its connection, peers, worker and downloads. */
import { shownText } from '#domain/shown-text.ts';
import { liveConnection, onDemand } from '#live/live-connection.ts';
import { systemClock } from '#protocol/clock.ts';
import { onSignOut } from '#session/sign-out.ts';
import { saveFile } from '#ui/save-file.ts';
import { zipFiles } from '#ui/zip-files.ts';
import { fileChunks } from '../chunks/chunks-worker.ts';
import { awaitCalls, peerAddress } from '../peers.ts';
import { createFileExchange } from './file-exchange.ts';
import { keptCollects } from './live-kept-collects.ts';

const MAX_NAME_LENGTH = 255;

export const fileExchange = createFileExchange({
  peerAddress,
  awaitCalls,
  act: liveConnection.act,
  chunks: fileChunks,
  ping: onDemand.ping,
  isConnected: () => liveConnection.connection.get().name === 'connected',
  clock: systemClock,
  newId: () => crypto.randomUUID(),
  kept: keptCollects,
  // The browser removes characters that file systems do not allow.
  zip: zipFiles,
  save: (file, name) => saveFile(file, shownText(name, MAX_NAME_LENGTH)),
});

onSignOut(fileExchange.end);
