/** Lets the student pick the files that a tutor collects. Only files that were picked leave the browser. */
import type { RetrievedFile } from '#protocol/action-parameters.ts';
import type { Clock } from '#protocol/clock.ts';
import { createObservable } from '#protocol/observable.ts';
import type { PickFiles } from '../../../core/machine.ts';
import { type FileRequest, type HandedFiles, MAX_HANDED_FILES } from '../../../student-ui/student-state.ts';
import { pickedKey, removePicked } from '../../picked-files.ts';

/** Below the 120 s that the console waits for the list. */
const REPLY_TIMEOUT_MS = 115_000;
const NOTHING_HANDED: HandedFiles = { files: [], dropped: [], patterns: [], tooMany: 0 };

type Answer = readonly RetrievedFile[] | 'refused';

export function createFileRequests({ clock }: { clock: Pick<Clock, 'after'> }) {
  const asked = createObservable<FileRequest | undefined>(undefined);
  const handed = createObservable(NOTHING_HANDED);
  let settle: ((answer: Answer) => void) | undefined;
  let requests = 0;

  const end = (answer: Answer) => {
    const resolve = settle;
    settle = undefined;
    asked.set(undefined);
    resolve?.(answer);
  };
  const pick: PickFiles = (folder, patterns, withdrawn) => {
    // Only the newest request is open.
    end('refused');
    return new Promise((resolve) => {
      const cancel = clock.after(REPLY_TIMEOUT_MS, () => end('refused'));
      const mine = (files: Answer) => {
        cancel();
        resolve(files);
      };
      settle = mine;
      void withdrawn.then(() => {
        if (settle === mine) end('refused');
      });
      requests += 1;
      asked.set({ id: requests, folder, patterns });
    });
  };
  const without = (key: string) => {
    const now = handed.get();
    handed.set({ ...now, files: now.files.filter((file) => file.key !== key) });
  };

  return {
    asked,
    handed,
    pick,
    /** The panel has stored these files. `dropped`: the names of chosen files that were not asked for. */
    handIn(files: readonly { name: string; size: number }[], dropped: readonly string[]): void {
      const request = asked.get();
      if (request === undefined) return;
      const listed = files
        .slice(0, MAX_HANDED_FILES)
        .map(({ name, size }) => ({ fileName: name, location: request.folder, size }));
      const added = listed.map((file) => ({ key: pickedKey(file), name: file.fileName, size: file.size }));
      const others = handed.get().files.filter(({ key }) => added.every((file) => file.key !== key));
      handed.set({
        files: [...others, ...added].slice(-MAX_HANDED_FILES),
        dropped,
        patterns: request.patterns,
        tooMany: files.length - listed.length,
      });
      end(listed);
    },
    /** Withdraws a file that no tutor has fetched. */
    takeBack(key: string): void {
      without(key);
      void removePicked(key);
    },
    /** A tutor has fetched the file. */
    fetched: (file: RetrievedFile): void => without(pickedKey(file)),
    clearDropped: () => handed.set({ ...handed.get(), dropped: [], tooMany: 0 }),
    decline: () => end('refused'),
  };
}
