/** The local source of each record: a file that is sent, or a listed file that is collected. */
import type { RetrievedFile } from '#protocol/action-parameters.ts';
import type { TakenOver } from './collected-files.ts';
import { collectedNames } from './collected-names.ts';
import { bytesOf, type ExchangeTarget, type FileRecord } from './file-record.ts';
import type { RecordStore } from './record-store.ts';

/** `fileId`: the device's id of the file. */
export type SendSource = { kind: 'send'; fileId: string; file: File; folder: string };
/** `saveName`: the name among the downloads. The device knows the file by the record's id. */
export type CollectSource = { kind: 'collect'; file: RetrievedFile; saveName: string | undefined };

/** By record id. */
export type ExchangeSources = Map<string, SendSource | CollectSource>;

const isSameFile = (a: File, b: File) =>
  a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;

type FailedSend = { record: FileRecord; fileId: string; file: File };

/** Failed sends to this device. The device stored its partial files under their `fileId`. */
function failedSends(
  records: readonly FileRecord[],
  sources: ExchangeSources,
  clientId: string,
): FailedSend[] {
  return records.flatMap((record) => {
    if (record.state.name !== 'failed' || record.target.recipient.clientId !== clientId) return [];
    const source = sources.get(record.id);
    return source?.kind === 'send' ? [{ record, fileId: source.fileId, file: source.file }] : [];
  });
}

/** Removes the failed send of this file from the list and returns it, because each is resumed only once. */
function takeFailedSend(failed: FailedSend[], file: File): FailedSend | undefined {
  const at = failed.findIndex((send) => isSameFile(send.file, file));
  return at < 0 ? undefined : failed.splice(at, 1)[0];
}

/** Adds a batch of files for a device to the list, replacing the records of failed attempts. */
export function newSends(
  { store, sources, newId }: { store: RecordStore; sources: ExchangeSources; newId(): string },
  files: readonly File[],
  to: { target: ExchangeTarget; folder: string; batchId: string },
): FileRecord[] {
  const { target, folder, batchId } = to;
  const { clientId } = target.recipient;
  const failed = failedSends(store.state().records, sources, clientId);
  const added = files.map((file): FileRecord => {
    const earlier = takeFailedSend(failed, file);
    if (earlier) store.remove([earlier.record.id]);
    const fileId = earlier?.fileId ?? newId();
    const id = `${fileId} ${clientId}`;
    sources.set(id, { kind: 'send', fileId, file, folder });
    const { name, size } = file;
    const state = { name: 'waiting', bytes: earlier ? bytesOf(earlier.record) : 0 } as const;
    return { id, direction: 'send', target, batchId, fileName: name, size, state };
  });
  store.add(added);
  return added;
}

/** Adds listed files to the list, as one batch. */
export function newCollects(
  { store, sources, newId }: { store: RecordStore; sources: ExchangeSources; newId(): string },
  wanted: readonly { target: ExchangeTarget; file: RetrievedFile }[],
): { record: FileRecord; source: CollectSource }[] {
  const batchId = newId();
  const names = collectedNames(wanted);
  const added = wanted.map(({ target, file }, at) => {
    const { fileName, size } = file;
    const source: CollectSource = { kind: 'collect', file, saveName: names[at] };
    const state = { name: 'waiting', bytes: 0 } as const;
    const record: FileRecord = {
      id: newId(),
      direction: 'collect',
      target,
      batchId,
      fileName,
      size,
      state,
    };
    sources.set(record.id, source);
    return { record, source };
  });
  store.add(added.map(({ record }) => record));
  return added;
}

/** Groups the sent records, with each device's files of one batch together. */
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

/** The record of a collect from a closed tab: finished and still stored, or resumable. */
export function recordOfKept(kept: TakenOver): FileRecord {
  const { key, target, file, bytes, finishedAt, isWhole } = kept;
  const { fileName, size } = file;
  const state =
    finishedAt === undefined && isWhole !== true
      ? ({ name: 'resumable', bytes } as const)
      : ({ name: 'finished', hasCopy: true } as const);
  return { id: key, direction: 'collect', target, batchId: key, fileName, size, state };
}
