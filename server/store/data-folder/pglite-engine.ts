/** Runs PGlite in a thread: sends it statements and reports when it cannot continue. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';

type ThreadError = { message: string; severity?: string };
type Reply = { id: number; value?: unknown; error?: ThreadError };
type Waiting = { resolve: (value: never) => void; reject: (error: Error) => void };

export type PgliteEngine = {
  request<T>(message: Record<string, unknown>): Promise<T>;
  /** Whether the engine's thread has ended or will never answer again. */
  isBroken(): boolean;
  /** Closes the database where that is still possible, and ends the thread. */
  end(): Promise<void>;
};

/** Id of the thread's first message, which reports whether the database was opened. */
const STARTED = 0;

/** PostgreSQL's code for a failure of the engine itself (`internal_error`). */
const threadEnded = () => Object.assign(new Error('The database thread has ended'), { code: 'XX000' });

/**
 * A PostgreSQL server restarts itself after these. The embedded engine reports them and then never answers
 * again. One cause is a full disk when the write-ahead log needs another file.
 */
const ENDS_IT: ReadonlySet<string | undefined> = new Set(['PANIC', 'FATAL']);

/** Node's types leave this one to those of browsers, which the server does not include. */
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<object> };

/**
 * Compiled once for the whole process, because compiling and optimising the engine takes two thirds of the
 * time of opening a database. A process that opens many databases compiles for the first one only.
 */
let compiled: Promise<object> | undefined;

/**
 * V8 optimises a function of the engine after it has run for this many bytes of code. The default is 1.8
 * million, and a start then spends two seconds of processor time on functions that hardly run again.
 */
const OPTIMISE_AFTER_BYTES = 100_000_000;

function compiledEngine(): Promise<object> {
  compiled ??= (async () => {
    setFlagsFromString(`--wasm-tiering-budget=${OPTIMISE_AFTER_BYTES}`);
    const folder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'));
    return WebAssembly.compile(await readFile(join(folder, 'pglite.wasm')));
  })();
  return compiled;
}

/** Rejects with the thread's own error if the folder does not hold a database that opens. */
export async function startPgliteEngine(directory: string): Promise<PgliteEngine> {
  const thread = new Worker(new URL('./pglite-thread.mjs', import.meta.url), {
    workerData: { directory, engine: await compiledEngine() },
    // Loaders of the main thread (tsx, vitest) are of no use here and cost time.
    execArgv: [],
  });
  const waiting = new Map<number, Waiting>();
  let broken: Error | undefined;
  let nextId = 1;

  const giveUp = (error: Error) => {
    broken ??= error;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };

  const started = new Promise<void>((resolve, reject) => {
    waiting.set(STARTED, { resolve, reject });
  });
  thread.on('message', ({ id, value, error }: Reply) => {
    const caller = waiting.get(id);
    waiting.delete(id);
    if (!error) {
      caller?.resolve(value as never);
      return;
    }
    // The thread's stack is useless; the query builder adds that of the caller.
    caller?.reject(Object.assign(new Error(error.message), error));
    if (!ENDS_IT.has(error.severity)) return;
    giveUp(threadEnded());
    void thread.terminate();
  });
  thread.on('error', giveUp);
  thread.on('exit', () => giveUp(threadEnded()));

  function request<T>(message: Record<string, unknown>): Promise<T> {
    if (broken) return Promise.reject(broken);
    const id = nextId++;
    return new Promise<T>((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      thread.postMessage({ ...message, id });
    });
  }

  try {
    await started;
  } catch (error) {
    await thread.terminate();
    throw error;
  }
  return {
    request,
    isBroken: () => broken !== undefined,
    async end() {
      if (!broken) await request({ close: true });
      giveUp(new Error('The store is closed'));
      await thread.terminate();
    },
  };
}
