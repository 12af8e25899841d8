/** Unsent text per room id. It survives a change of the room and a reload of the page. */
import * as v from 'valibot';
import { createTabStore } from '#session/tab-store.ts';

export const roomDrafts = createTabStore('lectern.roomDraft.', v.string());
