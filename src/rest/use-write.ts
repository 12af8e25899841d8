import {
  type QueryClient,
  type QueryFilters,
  type UseMutationResult,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { isAppError } from '#protocol/app-error.ts';

/**
 * Reads again, once, what a write of this tab has changed. The notification of the same change, which comes a second
 * later, is then no reason to read it a second time (`own-changes.ts`). Resolves when what is shown has been read.
 */
export const readAfterWrite = (client: QueryClient, changed: QueryFilters): Promise<void> =>
  client.invalidateQueries(changed);

/** Refused because of what somebody else has done meanwhile, which this tab does not show yet. */
const isOutdated = (error: unknown) =>
  isAppError(error) && (error.code === 'conflict' || error.code === 'not-found');

/**
 * A write, and what follows from it. `changed`: the queries whose data it makes old. `show`: puts what is known of the
 * change into the cache, so that it is seen before those have been read again.
 */
export function useWrite<Input, Output = void>(write: {
  send: (input: Input) => Promise<Output>;
  changed: QueryFilters;
  show?: (client: QueryClient, input: Input, output: Output) => void;
  /** Whatever it has failed for, what is shown is read again. */
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
