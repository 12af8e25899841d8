/** What was begun in each room, by its id: going to another room and back loses nothing, nor does a reload of the page. */
import * as v from 'valibot';
import { createTabStore } from '../../../session/tab-store.ts';

export const roomDrafts = createTabStore('lectern.roomDraft.', v.string());
