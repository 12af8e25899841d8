/** Which announcements were closed in this tab: a reload does not bring them back, another session does. */
import * as v from 'valibot';

const STORAGE_KEY = 'lectern.closedAnnouncements';
const keysSchema = v.array(v.string());
const MOST_KEYS = 100;

/** Empty where nothing is kept, what is there is something else, or storage is blocked. */
export function closedAnnouncements(): readonly string[] {
  try {
    const parsed = v.safeParse(keysSchema, JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]'));
    return parsed.success ? parsed.output : [];
  } catch {
    return [];
  }
}

/** The newest are kept; where storage is blocked they come back with the next reload. */
export function keepClosedAnnouncements(keys: readonly string[]): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(keys.slice(-MOST_KEYS)));
  } catch {
    // As above.
  }
}

export const forgetClosedAnnouncements = (): void => sessionStorage.removeItem(STORAGE_KEY);
