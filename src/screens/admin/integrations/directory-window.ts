/** The window in which the provider asks the administrator for consent. */
export type DirectoryWindow = { go(url: string): void; close(): void; isClosed(): boolean };

/** Must be called in a click handler. Returns undefined where the browser blocked the window. */
export function openDirectoryWindow(): DirectoryWindow | undefined {
  const opened = window.open('about:blank', 'lectern-consent', 'popup,width=560,height=720');
  if (!opened) return undefined;
  return {
    go: (url) => opened.location.replace(url),
    close: () => opened.close(),
    isClosed: () => opened.closed,
  };
}
