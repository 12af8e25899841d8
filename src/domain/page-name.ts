/**
 * Names of student pages. The platform assigns them, and no machine may have such a name, so the prefix
 * identifies a page that a student opened.
 */
export const PAGE_NAME_PREFIX = 'page-';

/** Accepts `hostname` in any case, with or without spaces around it. */
export const isPageName = (hostname: string): boolean =>
  hostname.trim().toLowerCase().startsWith(PAGE_NAME_PREFIX);
