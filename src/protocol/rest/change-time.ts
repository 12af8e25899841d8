/**
 * Headers of the answer to a write. They let the tab that wrote recognise its own changes when they are
 * announced: the notifications of a change have the same time as their `at`, and name what is listed here.
 */
import type { Notification } from '../notification.ts';

/** When the platform made the change, in epoch milliseconds. */
export const CHANGE_TIME_HEADER = 'change-time';

/** The changed resources: `groups#ID policies`, each part in percent-encoding. */
export const CHANGED_HEADER = 'changed';

type Changed = Pick<Notification, 'resource' | 'id'>;

/** Name of one resource in the header. */
export const changedName = ({ resource, id }: Changed): string =>
  [resource, ...(id === undefined ? [] : [id])].map(encodeURIComponent).join('#');

/** A header has little room. Resources that it omits are read again, like changes made elsewhere. */
const MAX_NAMES = 50;

export const formatChanged = (changed: readonly Changed[]): string =>
  changed.slice(0, MAX_NAMES).map(changedName).join(' ');

/** The resources of the header, in the form of `changedName`. */
export const parseChanged = (header: string | null): readonly string[] =>
  header?.split(' ').filter((name) => name !== '') ?? [];
