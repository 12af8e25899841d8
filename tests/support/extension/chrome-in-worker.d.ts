/**
 * The part of the browser's interface that tests call in the extension's worker. The types of all of it would
 * reach every test.
 */
type TabInBrowser = {
  id?: number;
  url?: string;
  pendingUrl?: string;
  mutedInfo?: { muted: boolean };
};

declare const chrome: {
  storage: Record<
    'local' | 'session',
    {
      get(keys: string | string[]): Promise<Record<string, unknown>>;
      set(values: object): Promise<void>;
    }
  >;
  declarativeNetRequest: { getDynamicRules(): Promise<object[]> };
  downloads: { search(query: { state: 'complete' }): Promise<{ filename: string }[]> };
  notifications: { create(...args: unknown[]): Promise<string> };
  tabs: { query(options: { windowId?: number }): Promise<TabInBrowser[]> };
  windows: {
    getAll(options: { populate: true }): Promise<{ id?: number; type?: string; tabs?: TabInBrowser[] }[]>;
  };
};
