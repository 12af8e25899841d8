/** A folder that only its owner can read, with a JSON file for each value. */
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

/** Like `AgentStore`, but synchronous. */
export type FileStore<T> = {
  /** Undefined: nothing is stored, or it cannot be read. */
  get(): T | undefined;
  /** Undefined removes the value. */
  set(value: T | undefined): void;
};

export type PrivateFolder = {
  path: string;
  store<T>(name: string, schema: v.GenericSchema<unknown, T>): FileStore<T>;
};

/** Creates the folder. Throws if it cannot be made private, for example because another user owns it. */
export function openPrivateFolder(path: string): PrivateFolder {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  // An existing folder may be readable by others.
  chmodSync(path, 0o700);
  return { path, store: (name, schema) => createFileStore(join(path, `${name}.json`), schema) };
}

function createFileStore<T>(file: string, schema: v.GenericSchema<unknown, T>): FileStore<T> {
  return {
    get() {
      try {
        return v.parse(schema, JSON.parse(readFileSync(file, 'utf8')));
      } catch {
        return undefined;
      }
    },
    set(value) {
      if (value === undefined) return rmSync(file, { force: true });
      // The rename replaces the file as a whole, so a power failure leaves the old or the new value.
      const draft = `${file}.new`;
      writeFileSync(draft, JSON.stringify(value), { mode: 0o600, flush: true });
      renameSync(draft, file);
    },
  };
}
