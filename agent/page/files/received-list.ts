/** The files that tutors sent to the student of this browser, stored over reloads. */
import { createObservable } from '#protocol/observable.ts';
import type { ReceivedFile } from '../../student-ui/student-state.ts';
import { MAX_RECEIVED, type PageMemory, type Person } from '../page-memory.ts';

export function createReceivedList(deps: {
  memory: Pick<PageMemory, 'received'>;
  person: Person;
  /** Deletes the contents of files that are no longer listed. */
  discard: (keys: readonly string[]) => Promise<void>;
}) {
  const { memory, person, discard } = deps;
  const before = memory.received.get();
  const isMine = before !== undefined && isSamePerson(before.person, person);
  const files = createObservable<readonly ReceivedFile[]>(isMine ? before.files : []);

  const set = (all: readonly ReceivedFile[]): void => {
    const surplus = all.slice(0, Math.max(0, all.length - MAX_RECEIVED));
    const newest = all.slice(surplus.length);
    files.set(newest);
    memory.received.set(newest.length === 0 ? undefined : { person, files: newest });
    void discard(surplus.map(({ key }) => key));
  };
  if (before && !isMine) {
    memory.received.set(undefined);
    void discard(before.files.map(({ key }) => key));
  }

  return {
    files,
    /** A file that was received before and is sent again keeps its `isSaved`. */
    add(file: ReceivedFile) {
      const before = files.get().find(({ key }) => key === file.key);
      const others = files.get().filter(({ key }) => key !== file.key);
      set([...others, { ...file, ...(before?.isSaved && { isSaved: true }) }]);
    },
    remove: (key: string) => set(files.get().filter((file) => file.key !== key)),
    noteSaved: (key: string) =>
      set(files.get().map((file) => (file.key === key ? { ...file, isSaved: true } : file))),
    clear: () => set([]),
  };
}

const isSamePerson = (a: Person, b: Person) => a.name === b.name && a.email === b.email;
