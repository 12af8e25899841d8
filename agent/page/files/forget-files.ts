/** Removes the files of a student who has left this browser: first the list, then the contents. */
import type { ChunksClient } from '#protocol/transfer/chunks-client.ts';
import type { PageMemory } from '../page-memory.ts';

export async function forgetFiles(deps: {
  memory: Pick<PageMemory, 'received'>;
  /** Stopped at the end. */
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

/** Removes all files, also partial ones of a broken transfer that no list contains after a reload. */
export async function discardAll(chunks: Pick<ChunksClient, 'kept' | 'discard' | 'retain'>): Promise<void> {
  const begun = await chunks.kept();
  await Promise.all([...begun.keys()].map((key) => chunks.discard(key)));
  await chunks.retain([]);
}
