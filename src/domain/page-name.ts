/**
 * The names of student pages. The platform makes them, and no machine may have such a name: whatever is called so is
 * a page that a student opened.
 */
export const PAGE_NAME_PREFIX = 'page-';

/** `hostname` in any case, with or without spaces around it. */
export const isPageName = (hostname: string): boolean =>
  hostname.trim().toLowerCase().startsWith(PAGE_NAME_PREFIX);
