import { consoleSession } from './console-session.ts';

/** Leaves for the home of another site. Throws AppError `no-access-token`, `no-site-id` or `unreachable`. */
export const switchSite = (siteId: string): Promise<void> =>
  consoleSession.switchTo({ realm: 'console', siteId });

/** Leaves for the admin realm. Throws AppError `no-access-token` or `unreachable`. */
export const switchToAdmin = (): Promise<void> => consoleSession.switchTo({ realm: 'admin' });
