/** The emoji of the picker: served by the console itself, and loaded when the picker is first opened. */
import { searchSpellings } from '#domain/lists/search-text.ts';

export type Emoji = { group: string; text: string; name: string; words: string };

/** Written by `scripts/write-emoji.ts`. */
const ADDRESS = '/emoji/en.txt';

export function parseEmoji(list: string): Emoji[] {
  return list.split('\n').flatMap((line) => {
    const [group, text, name, words = ''] = line.split('\t');
    return group && text && name ? [{ group, text, name, words: `${name} ${words}` }] : [];
  });
}

/** Matches if every word of the search is the start of a word of the emoji. */
export function searchEmoji(all: readonly Emoji[], search: string): readonly Emoji[] {
  const [needle = ''] = searchSpellings(search);
  if (needle === '') return all;
  const isMatch = (words: string) => needle.split(' ').every((word) => ` ${words}`.includes(` ${word}`));
  return all.filter(({ words }) => searchSpellings(words).some(isMatch));
}

let reading: Promise<readonly Emoji[]> | undefined;

/** Rejects if the list cannot be read; the next call retries. */
export function readEmoji(): Promise<readonly Emoji[]> {
  reading ??= fetch(ADDRESS)
    .then(async (response) => {
      const list = response.ok ? parseEmoji(await response.text()) : [];
      if (list.length === 0) throw new Error(`${ADDRESS} answered ${response.status}`);
      return list;
    })
    .catch((error: unknown) => {
      reading = undefined;
      throw error;
    });
  return reading;
}
