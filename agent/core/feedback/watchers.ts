/** A tutor who watches this device: with an active demand for its screen, tabs or windows. */
import type { HeldDemand } from './demand-book.ts';

export type Watcher = {
  tutorId: string;
  /** Absent if the tutor's console sends no name. */
  name?: string;
};

const LOOKS = ['thumbnails', 'tabs', 'applications'];

/** Returns each tutor once, in the order of their first demands. */
export function watchersOf(demands: readonly HeldDemand[]): readonly Watcher[] {
  const names = new Map<string, string | undefined>();
  for (const { type, tutorId, tutorName } of demands)
    if (LOOKS.includes(type)) names.set(tutorId, tutorName ?? names.get(tutorId));
  return [...names].map(([tutorId, name]) => ({ tutorId, ...(name && { name }) }));
}
