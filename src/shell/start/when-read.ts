import type { Query, QueryClient } from '@tanstack/react-query';

const SETTLED_MS = 1_500;

/**
 * For `meta` of a query that mostly waits for somebody's answer: it takes next to nothing of the line, and a page that
 * waits for such answers alone has what it shows.
 */
export const MOSTLY_WAITS = { mostlyWaits: true } as const;

const isReading = ({ meta }: Pick<Query, 'meta'>) => meta?.mostlyWaits !== true;

/** Begins once the page has stood for a while and reads nothing: on a slow line what is shown may still be on its way. */
export function whenRead(
  client: Pick<QueryClient, 'isFetching'>,
  begin: () => void,
  signal: AbortSignal,
): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    timer = setTimeout(
      () => (client.isFetching({ predicate: isReading }) === 0 ? begin() : wait()),
      SETTLED_MS,
    );
  };
  wait();
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
}
