/** Lets the student pick the files that a tutor collects. No file is read that was not picked. */
import { uniqueFileNames } from '#domain/files/file-name.ts';
import type { RetrievedFile } from '#protocol/action-parameters.ts';
import type { Clock } from '#protocol/clock.ts';
import { createObservable } from '#protocol/observable.ts';
import { type FileRequest, type HandedFiles, MAX_HANDED_FILES } from '../../student-ui/student-state.ts';

/** Below the 120 s that the console waits for the list. */
const REPLY_TIMEOUT_MS = 115_000;
const NOTHING_HANDED: HandedFiles = { files: [], dropped: [], patterns: [], tooMany: 0 };

type Answer = readonly RetrievedFile[] | 'refused';

export type FilePicks = ReturnType<typeof createFilePicks>;

export function createFilePicks({ clock }: { clock: Clock }) {
  const asked = createObservable<FileRequest | undefined>(undefined);
  const handed = createObservable(NOTHING_HANDED);
  const picked = new Map<string, File>();
  let settle: ((answer: Answer) => void) | undefined;
  let asks = 0;

  const end = (answer: Answer) => {
    const resolve = settle;
    settle = undefined;
    asked.set(undefined);
    resolve?.(answer);
  };
  const keep = (folder: string, file: File, fileName: string): RetrievedFile => {
    const listed = { fileName, location: folder, size: file.size };
    picked.set(keyOf(listed), file);
    const [oldest] = picked.keys();
    if (picked.size > MAX_HANDED_FILES && oldest !== undefined) picked.delete(oldest);
    return listed;
  };

  const without = (key: string) => {
    const now = handed.get();
    if (now.files.some((file) => file.key === key))
      handed.set({ ...now, files: now.files.filter((file) => file.key !== key) });
  };

  return {
    asked,
    handed,
    /** Returns the student's files, or `refused`: declined, not answered in time, or withdrawn. */
    files(folder: string, patterns: readonly string[] = [], withdrawn?: Promise<void>): Promise<Answer> {
      // Only the newest request is open.
      end('refused');
      return new Promise((resolve) => {
        const cancel = clock.after(REPLY_TIMEOUT_MS, () => end('refused'));
        const mine = (files: Answer) => {
          cancel();
          resolve(files);
        };
        settle = mine;
        void withdrawn?.then(() => {
          if (settle === mine) end('refused');
        });
        asks += 1;
        asked.set({ id: asks, folder, patterns });
      });
    },
    /** Hands the student's files in. `dropped` are the names of chosen files that were not asked for. */
    handIn(all: readonly File[], dropped: readonly string[] = []): void {
      const ask = asked.get();
      if (ask === undefined) return;
      const files = all.slice(0, MAX_HANDED_FILES);
      const names = uniqueFileNames(files.map(({ name }) => name.slice(0, 255) || 'file'));
      const listed = files.map((file, i) => keep(ask.folder, file, names[i] ?? file.name));
      const added = listed.map((file) => ({ key: keyOf(file), name: file.fileName, size: file.size }));
      const others = handed.get().files.filter(({ key }) => added.every((file) => file.key !== key));
      handed.set({
        files: [...others, ...added].slice(-MAX_HANDED_FILES),
        dropped,
        patterns: ask.patterns,
        tooMany: all.length - files.length,
      });
      end(listed);
    },
    /** Withdraws a file that no tutor has fetched. */
    takeBack(key: string): void {
      picked.delete(key);
      without(key);
    },
    /** Clears the note about files that were not handed in. */
    forgetDropped: () => handed.set({ ...handed.get(), dropped: [], tooMany: 0 }),
    decline: () => end('refused'),
    /** Returns the file of an earlier listing, because a tutor fetches it now. */
    take(listed: RetrievedFile): File | undefined {
      without(keyOf(listed));
      return picked.get(keyOf(listed));
    },
    stop() {
      end('refused');
      picked.clear();
      handed.set(NOTHING_HANDED);
    },
  };
}

const keyOf = ({ fileName, location, size }: RetrievedFile) => JSON.stringify([location, fileName, size]);
