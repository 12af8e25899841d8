/** Removes what came to this browser for a student who is not here any more: the list at once, then the files. */
import type { ChunksClient } from '#protocol/transfer/chunks-client.ts';
import type { PageMemory } from '../page-memory.ts';

export async function forgetFiles(deps: {
  memory: Pick<PageMemory, 'received'>;
  /** Ended here. */
  chunks: Pick<ChunksClient, 'kept' | 'discard' | 'retain' | 'end'>;
}): Promise<void> {
  const { memory, chunks } = deps;
  memory.received.set(undefined);
  try {
    const begun = await chunks.kept();
    await Promise.all([...begun.keys()].map((key) => chunks.discard(key)));
    await chunks.retain([]);
  } finally {
    chunks.end();
  }
}
