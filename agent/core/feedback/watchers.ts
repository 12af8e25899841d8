/** The tutors who look at this device: those whose demands for its screen or for what is open on it are alive. */
import type { HeldDemand } from './demand-book.ts';

export type Watcher = {
  tutorId: string;
  /** As the tutor's console gives the name; absent where the console gives none. */
  name?: string;
};

const LOOKS = ['thumbnails', 'tabs', 'applications'];

/** Each tutor once, in the order in which they came. */
export function watchersOf(demands: readonly HeldDemand[]): readonly Watcher[] {
  const names = new Map<string, string | undefined>();
  for (const { type, tutorId, tutorName } of demands)
    if (LOOKS.includes(type)) names.set(tutorId, tutorName ?? names.get(tutorId));
  return [...names].map(([tutorId, name]) => ({ tutorId, ...(name && { name }) }));
}
