import type { Query, QueryClient } from '@tanstack/react-query';

const DELAY_MS = 1_500;

/**
 * Marks a query in its `meta` as mostly waiting for an answer by others. Such a query takes next to no
 * bandwidth, and a page on which only such queries are pending counts as loaded.
 */
export const BACKGROUND_QUERY = { isBackground: true } as const;

const isReading = ({ meta }: Pick<Query, 'meta'>) => meta?.isBackground !== true;

/** Begins once the page has settled and nothing is being fetched, because the line may be slow. */
export function whenRead(
  client: Pick<QueryClient, 'isFetching'>,
  begin: () => void,
  signal: AbortSignal,
): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    timer = setTimeout(
      () => (client.isFetching({ predicate: isReading }) === 0 ? begin() : wait()),
      DELAY_MS,
    );
  };
  wait();
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
}
