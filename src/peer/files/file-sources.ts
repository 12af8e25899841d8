/** What the records of the list stand for on this side: files that are sent, and lines of a listing that are collected. */
import type { RetrievedFile } from '#protocol/action-parameters.ts';
import type { TakenOver } from './collected-files.ts';
import type { ExchangeTarget, FileRecord } from './file-record.ts';

/** `fileId`: how the device knows the file. */
export type SendSource = { kind: 'send'; fileId: string; file: File; folder: string };
/** `saveName`: what the file is called among the downloads. The device knows it by the record's id. */
export type CollectSource = { kind: 'collect'; file: RetrievedFile; saveName: string | undefined };

/** By record. */
export type ExchangeSources = Map<string, SendSource | CollectSource>;

const isSameFile = (a: File, b: File) =>
  a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;

/**
 * The record of this file that did not get to this device, and the id under which the device has kept what came of it.
 */
export function failedSend(
  records: readonly FileRecord[],
  sources: ExchangeSources,
  { clientId, file }: { clientId: string; file: File },
): { record: FileRecord; fileId: string } | undefined {
  for (const record of records) {
    if (record.state.name !== 'failed' || record.target.recipient.clientId !== clientId) continue;
    const source = sources.get(record.id);
    if (source?.kind === 'send' && isSameFile(source.file, file)) return { record, fileId: source.fileId };
  }
  return undefined;
}

/** Those of the records that are sent, each device's files of one batch together. */
export function sendsOf(
  records: readonly FileRecord[],
  sources: ExchangeSources,
): Iterable<{ ids: string[]; target: ExchangeTarget; folder: string }> {
  const sends = new Map<string, { ids: string[]; target: ExchangeTarget; folder: string }>();
  for (const { id, target, batchId } of records) {
    const source = sources.get(id);
    if (source?.kind !== 'send') continue;
    const key = `${batchId} ${target.recipient.clientId}`;
    const send = sends.get(key) ?? { ids: [], target, folder: source.folder };
    send.ids.push(id);
    sends.set(key, send);
  }
  return sends.values();
}

/** The record of a collect that a tab has left behind: finished and still here, or to be gone on with. */
export function recordOfKept(kept: TakenOver): FileRecord {
  const { key, target, file, bytes, finishedAt } = kept;
  const { fileName, size } = file;
  const state =
    finishedAt === undefined
      ? ({ name: 'resumable', bytes } as const)
      : ({ name: 'finished', hasCopy: true } as const);
  return { id: key, direction: 'collect', target, batchId: key, fileName, size, state };
}
