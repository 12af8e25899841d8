/** The names of all icons that people may choose, such as `mdi-account-group`. Fetched once, on first use. */
import { ICON_FOLDER } from '#domain/icon-shard.ts';

let reading: Promise<readonly string[]> | undefined;

async function fetchNames(): Promise<readonly string[]> {
  const answer = await fetch(`/${ICON_FOLDER}/names.json`);
  if (!answer.ok) throw new Error(`icons: ${answer.status}`);
  const names: unknown = await answer.json();
  if (!Array.isArray(names)) throw new Error('icons: no list of names');
  return names.filter((name): name is string => typeof name === 'string' && name.startsWith('mdi-'));
}

/** Rejects if the names cannot be fetched; the next call retries. */
export function readIconNames(): Promise<readonly string[]> {
  reading ??= fetchNames().catch((error: unknown) => {
    reading = undefined;
    throw error;
  });
  return reading;
}
