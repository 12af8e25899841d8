import { queryOptions } from '@tanstack/react-query';
import type * as v from 'valibot';
import { isAppError } from '#protocol/app-error.ts';
import {
  type SpecialMessage,
  specialMessagesPath,
  specialMessagesSchema,
} from '#protocol/auth/tenant-configuration.ts';
import { globalFetch, requestJson } from '#protocol/json-request.ts';
import { configUrl } from '#session/hosts.ts';
import { tenant } from '#session/tenant.ts';

/** Poll interval for new messages. */
const POLL_INTERVAL_MS = 600_000;

/**
 * The tenant's special messages. Errors and timeouts yield an empty list, because an announcement must never
 * stand between a tutor and the class.
 */
export const specialMessagesQuery = () =>
  queryOptions({
    queryKey: ['special-messages', tenant.key],
    queryFn: async ({ signal }): Promise<SpecialMessage[]> => {
      const url = `${configUrl(location, document)}${specialMessagesPath(tenant.key)}`;
      try {
        return await requestJson(
          globalFetch,
          { url, signal },
          specialMessagesSchema as v.GenericSchema<unknown, SpecialMessage[]>,
        );
      } catch (error) {
        if (!isAppError(error) || error.code === 'aborted') throw error;
        if (error.code === 'malformed') console.error('special messages', error);
        return [];
      }
    },
    staleTime: POLL_INTERVAL_MS,
    refetchInterval: POLL_INTERVAL_MS,
    // This query succeeds even if the platform does not answer.
    meta: { answersAlways: true },
  });
