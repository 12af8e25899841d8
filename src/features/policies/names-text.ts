import { shownName } from '#domain/people/shown-name.ts';
import { m } from './messages.ts';

/** A sentence with more names is not read. */
const MAX_NAMES = 8;

export function namesText(names: readonly string[]): string {
  const shown = names
    .slice(0, MAX_NAMES)
    .map((name) => shownName(name, 40))
    .join(', ');
  return names.length > MAX_NAMES ? m.andMore({ names: shown, count: names.length - MAX_NAMES }) : shown;
}
