/** Which announcements were closed in this tab: a reload does not bring them back, another session does. */
import * as v from 'valibot';
import { createTabStore } from '../../session/tab-store.ts';

const MAX_KEYS = 100;

const store = createTabStore('lectern.closedAnnouncements', v.array(v.string()));

export const closedAnnouncements = (): readonly string[] => store.read() ?? [];

/** Keeps the newest. */
export const keepClosedAnnouncements = (keys: readonly string[]): void => store.keep(keys.slice(-MAX_KEYS));

export const forgetClosedAnnouncements = (): void => store.drop();
