/** One value that outlives the worker but not the browser. Only the extension's own worker writes it. */
export function sessionValue<T>(key: string) {
  return {
    async get(): Promise<T | undefined> {
      const stored: Record<string, unknown> = await chrome.storage.session.get(key);
      return stored[key] as T | undefined;
    },
    set: (value: T): Promise<void> => chrome.storage.session.set({ [key]: value }),
  };
}
