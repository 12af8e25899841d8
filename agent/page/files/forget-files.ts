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
    await discardAll(chunks);
  } finally {
    chunks.end();
  }
}

/** Also the parts that no list names: a sending broke off, and then the page was loaded anew. */
export async function discardAll(chunks: Pick<ChunksClient, 'kept' | 'discard' | 'retain'>): Promise<void> {
  const begun = await chunks.kept();
  await Promise.all([...begun.keys()].map((key) => chunks.discard(key)));
  await chunks.retain([]);
}
