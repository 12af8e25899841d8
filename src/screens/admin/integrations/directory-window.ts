/** The window in which a provider asks an administrator. */
export type DirectoryWindow = { go(url: string): void; close(): void; isClosed(): boolean };

/** Call it in the handler of a click. Undefined: the browser has blocked it. */
export function openDirectoryWindow(): DirectoryWindow | undefined {
  const opened = window.open('about:blank', 'lectern-consent', 'popup,width=560,height=720');
  if (!opened) return undefined;
  return {
    go: (url) => opened.location.replace(url),
    close: () => opened.close(),
    isClosed: () => opened.closed,
  };
}
