/** The buffers of a test's database. */
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Of the usual 128 MB each opening writes every page with zeros, and tests have small databases which they open often. */
export const takeFewBuffers = (dataDir: string): Promise<void> =>
  appendFile(join(dataDir, 'db', 'postgresql.auto.conf'), "shared_buffers = '16MB'\n");
