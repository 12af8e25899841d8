/** Describes the shared screen and its viewers. */
import { shownText } from '#domain/shown-text.ts';
import type { ShareSession } from '#peer/share/share-sessions.ts';
import { m } from './messages.ts';

const MAX_NAME_LENGTH = 60;

export const screenText = ({ sharer }: Pick<ShareSession, 'sharer'>): string =>
  sharer ? m.screenOf({ name: shownText(sharer.name, MAX_NAME_LENGTH) }) : m.yourScreen;

export const whomText = ({ title, count }: Pick<ShareSession, 'title' | 'count'>): string =>
  m.sharedWith({ title: shownText(title, MAX_NAME_LENGTH), count });
