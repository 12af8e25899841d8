/** The name of a policy in titles of dialogs and of the activity area. */
import { shownName } from '#domain/people/shown-name.ts';
import { m } from './icon-messages.ts';

const TITLE_LETTERS = 60;

export const titleName = (name: string): string => shownName(name, TITLE_LETTERS) || m.unnamed;
