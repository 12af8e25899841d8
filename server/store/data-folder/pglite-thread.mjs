// PGlite blocks its event loop for whole queries (and for a second when it starts), so it runs in a thread.
// Plain JavaScript, because a worker thread of Node 20 does not strip types.
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';

/** Must equal `STARTED` in pglite-engine.ts. */
const STARTED = 0;

/** The fields that the main thread needs; Error objects lose their own fields when cloned. */
const plainError = (error) => ({
  message: error?.message ?? String(error),
  ...Object.fromEntries(
    ['code', 'severity', 'detail', 'hint', 'table', 'column', 'constraint']
      .filter((field) => error?.[field] !== undefined)
      .map((field) => [field, String(error[field])]),
  ),
});

async function open() {
  const db = new PGlite(workerData.directory, { pgliteWasmModule: workerData.engine });
  await db.waitReady;
  return db;
}

async function run(db, { sql, parameters }) {
  // Without parameters a text may hold several statements (migrations), as in the simple query protocol.
  const results = parameters.length === 0 ? await db.exec(sql) : [await db.query(sql, parameters)];
  const last = results.at(-1);
  return { command: last?.command, rows: last?.rows ?? [], rowCount: last?.affectedRows ?? 0 };
}

try {
  const db = await open();
  parentPort.on('message', async (request) => {
    try {
      if (request.close) {
        await db.close();
        parentPort.postMessage({ id: request.id, value: undefined });
        parentPort.close();
        return;
      }
      parentPort.postMessage({ id: request.id, value: await run(db, request) });
    } catch (error) {
      parentPort.postMessage({ id: request.id, error: plainError(error) });
    }
  });
  parentPort.postMessage({ id: STARTED });
} catch (error) {
  parentPort.postMessage({ id: STARTED, error: plainError(error) });
}
