import {
  type QueryClient,
  type QueryFilters,
  type UseMutationResult,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { isAppError } from '#protocol/app-error.ts';

/**
 * Reads the data that a write of this tab has changed. The notification of the same change arrives a second
 * later and triggers no further read (`own-changes.ts`). Resolves when the shown data has been read.
 */
export const readAfterWrite = (client: QueryClient, changed: QueryFilters): Promise<void> =>
  client.invalidateQueries(changed);

/** The write was refused because of another user's change that this tab does not show yet. */
const isOutdated = (error: unknown) =>
  isAppError(error) && (error.code === 'conflict' || error.code === 'not-found');

/**
 * A write and its consequences. `changed`: the queries that it makes stale. `show`: puts the known result
 * into the cache, so that it is visible before they are read again.
 */
export function useWrite<Input, Output = void>(write: {
  send: (input: Input) => Promise<Output>;
  changed: QueryFilters;
  show?: (client: QueryClient, input: Input, output: Output) => void;
  /** Reads the shown data again after any failure. */
  readAfterFailure?: boolean;
}): UseMutationResult<Output, Error, Input> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: write.send,
    onSuccess(output, input) {
      write.show?.(client, input, output);
      void readAfterWrite(client, write.changed);
    },
    onError(error) {
      console.warn('write', write.changed.queryKey, error);
      if (write.readAfterFailure || isOutdated(error)) void readAfterWrite(client, write.changed);
    },
  });
}
