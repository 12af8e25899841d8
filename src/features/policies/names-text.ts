import { shownName } from '#domain/people/shown-name.ts';
import { m } from './messages.ts';

/** A sentence with more names is not read. */
const MOST = 8;

export function namesText(names: readonly string[]): string {
  const shown = names
    .slice(0, MOST)
    .map((name) => shownName(name, 40))
    .join(', ');
  return names.length > MOST ? m.andMore({ names: shown, count: names.length - MOST }) : shown;
}
