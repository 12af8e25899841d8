import { consoleSession } from './console-session.ts';

/** Navigates to another site's home. Throws AppError `no-access-token`, `no-site-id` or `unreachable`. */
export const switchSite = (siteId: string): Promise<void> =>
  consoleSession.switchTo({ realm: 'console', siteId });

/** Navigates to the admin realm. Throws AppError `no-access-token` or `unreachable`. */
export const switchToAdmin = (): Promise<void> => consoleSession.switchTo({ realm: 'admin' });
