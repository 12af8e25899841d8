import { queryOptions } from '@tanstack/react-query';
import { AppError } from '#protocol/app-error.ts';
import { consoleAuth } from '#session/console-session.ts';
import { freshToken } from '#session/fresh-token.ts';

/** The sites that this tutor may switch to, and whether the tutor may manage the tenant (auth service). */
export const siteListQuery = () =>
  queryOptions({
    queryKey: ['site-list'],
    queryFn: async ({ signal }) => {
      const token = await freshToken();
      if (token === undefined) throw new AppError('no-access-token', 'No access token');
      return consoleAuth.sites(token, signal);
    },
  });
