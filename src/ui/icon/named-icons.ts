/** Icons by name. Each file is fetched once, and cached until the page is closed. */
import { ICON_FOLDER, iconKey, iconShard } from '#domain/icon-shard.ts';

/** An SVG path (24 × 24); `unknown`: no such icon, or not fetched; undefined: still loading. */
export type FoundIcon = { path: string } | 'unknown' | undefined;

/** `readFile`: fetches a file below `ICON_FOLDER`; rejects on failure. */
export function createNamedIcons({ readFile }: { readFile: (file: string) => Promise<unknown> }) {
  const found = new Map<string, Exclude<FoundIcon, undefined>>();
  const files = new Map<string, Promise<unknown>>();
  const listeners = new Map<string, Set<() => void>>();

  async function load(name: string, key: string): Promise<void> {
    const file = iconShard(key);
    const reading = files.get(file) ?? readFile(file);
    files.set(file, reading);
    try {
      const shard = (await reading) as Record<string, unknown> | null;
      const path = typeof shard === 'object' && shard && Object.hasOwn(shard, key) ? shard[key] : undefined;
      found.set(name, typeof path === 'string' ? { path } : 'unknown');
    } catch {
      // The file is fetched again when one of its icons is next shown.
      files.delete(file);
      found.set(name, 'unknown');
    }
    for (const call of [...(listeners.get(name) ?? [])]) call();
  }

  const isMissing = (name: string, key: string) =>
    !found.has(name) || (found.get(name) === 'unknown' && !files.has(iconShard(key)));

  return {
    get(name: string): FoundIcon {
      return iconKey(name) === undefined ? 'unknown' : found.get(name);
    },
    /** Fetches the icon's file if it has not been fetched. */
    subscribe(name: string, call: () => void): () => void {
      const key = iconKey(name);
      if (key === undefined) return () => {};
      const calls = listeners.get(name) ?? new Set();
      listeners.set(name, calls.add(call));
      if (isMissing(name, key)) void load(name, key);
      return () => {
        calls.delete(call);
        if (calls.size === 0 && listeners.get(name) === calls) listeners.delete(name);
      };
    },
  };
}

export const namedIcons = createNamedIcons({
  async readFile(file) {
    const answer = await fetch(`/${ICON_FOLDER}/${file}`);
    if (!answer.ok) throw new Error(`icons: ${answer.status}`);
    return answer.json();
  },
});
