/** Reduces the buffers of a test's database. */
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Each opening fills all buffers (128 MB by default) with zeros, and tests open small databases often. */
export const takeFewBuffers = (dataDir: string): Promise<void> =>
  appendFile(join(dataDir, 'db', 'postgresql.auto.conf'), "shared_buffers = '16MB'\n");
