/** Starts records of the list: all sends to a device together, collects one by one. */
import type { createCollectedFiles } from './collected-files.ts';
import { collectCall, sendCall } from './file-calls.ts';
import type { FileJobs } from './file-jobs.ts';
import type { ExchangeTarget, FileRecord } from './file-record.ts';
import { type CollectSource, type ExchangeSources, sendsOf } from './file-sources.ts';

export type FileStarts = {
  send(recordIds: readonly string[], target: ExchangeTarget, folder: string): void;
  collect(recordId: string, target: ExchangeTarget, source: CollectSource): void;
  /** Retries or resumes, with each device's files of one batch together. Running records continue. */
  again(records: readonly FileRecord[]): void;
};

export function createFileStarts(deps: {
  jobs: FileJobs;
  sources: ExchangeSources;
  collected: Pick<ReturnType<typeof createCollectedFiles>, 'note'>;
  chunks: Parameters<typeof sendCall>[0]['chunks'];
}): FileStarts {
  const { jobs, sources, collected } = deps;

  function send(recordIds: readonly string[], target: ExchangeTarget, folder: string): void {
    const files = recordIds.flatMap((recordId) => {
      const source = sources.get(recordId);
      return source?.kind === 'send' ? [{ recordId, id: source.fileId, file: source.file }] : [];
    });
    const recordOf = new Map(files.map(({ recordId, id }) => [id, recordId]));
    jobs.begin(recordIds, sendCall(deps, { target, files, folder }), (id) => recordOf.get(id) ?? '');
  }

  function collect(recordId: string, target: ExchangeTarget, { file, saveName }: CollectSource): void {
    const ready = collected.note({ key: recordId, target, file, saveName });
    jobs.begin([recordId], collectCall(deps, { target, file, key: recordId, ready }), () => recordId);
  }

  return {
    send,
    collect,
    again(records) {
      const idle = records.filter(({ id }) => !jobs.has(id));
      for (const { id, target } of idle) {
        const source = sources.get(id);
        if (source?.kind === 'collect') collect(id, target, source);
      }
      for (const { ids, target, folder } of sendsOf(idle, sources)) send(ids, target, folder);
    },
  };
}
