/** The announcements closed in this tab: they stay closed over a reload, but not in another session. */
import * as v from 'valibot';
import { createTabStore } from '#session/tab-store.ts';

const MAX_KEYS = 100;

const store = createTabStore('lectern.closedAnnouncements', v.array(v.string()));

export const closedAnnouncements = (): readonly string[] => store.read() ?? [];

export const storeClosedAnnouncements = (keys: readonly string[]): void => store.keep(keys.slice(-MAX_KEYS));

export const forgetClosedAnnouncements = (): void => store.drop();
