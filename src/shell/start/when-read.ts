import type { QueryClient } from '@tanstack/react-query';

const SETTLED_MS = 1_500;

/** Begins once the page has stood for a while and reads nothing: on a slow line what is shown may still be on its way. */
export function whenRead(
  client: Pick<QueryClient, 'isFetching'>,
  begin: () => void,
  signal: AbortSignal,
): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    timer = setTimeout(() => (client.isFetching() === 0 ? begin() : wait()), SETTLED_MS);
  };
  wait();
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
}
