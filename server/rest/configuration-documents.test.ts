import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import { expect, it } from 'vitest';
import { createAddresses } from '#http/addresses.ts';
import type { Database } from '#store/database.ts';
import { parseOptions } from '../options/parse-options.ts';
import { createConfigurationDocuments } from './configuration-documents.ts';

/** Uses a database with one tenant. */
function openDocuments() {
  const parsed = parseOptions([], {});
  if (parsed.name !== 'ok') throw new Error('the defaults are good options');
  const { options } = parsed;
  let reads = 0;
  const query = async (_sql: string, [key]: readonly unknown[]) => {
    reads += 1;
    const rows = key === 'demo' ? [{ key, name: 'Demo School', properties: {} }] : [];
    return { command: 'SELECT' as const, rows, rowCount: rows.length };
  };
  const client = { query: query as PostgresPoolClient['query'], release: () => undefined };
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: { connect: async () => client, end: async () => undefined } }),
  });
  const addresses = createAddresses(options, 8080);
  const documentAt = createConfigurationDocuments({ db, addresses, options, providers: {} });
  return { documentAt, reads: () => reads };
}

it('reads a tenant once for all who ask in the same moment', async () => {
  const { documentAt, reads } = openDocuments();
  const paths = Array.from({ length: 50 }, () => ['/demo.json', '/demo/special-messages.json']).flat();
  const documents = await Promise.all(paths.map(documentAt));
  expect(documents[0]).toMatchObject({ tenant: 'demo', name: 'Demo School' });
  expect(documents[1]).toEqual([]);
  expect(reads()).toBe(1);
});

it('looks again for a tenant that was not there', async () => {
  const { documentAt, reads } = openDocuments();
  for (let n = 0; n < 2; n += 1) await expect(documentAt('/new.json')).rejects.toThrow('no such tenant');
  expect(reads()).toBe(2);
});
