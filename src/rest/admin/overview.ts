import { queryOptions } from '@tanstack/react-query';
import { adminOverviewSchema, type GuideChoices, guideChoicesSchema } from '#protocol/rest/admin/overview.ts';
import { getDocument, putAndRead } from '../http.ts';

const PATH = '/admin/overview';
/** Polled because the admin realm has no broker connection for change notifications. */
const POLL_INTERVAL_MS = 15_000;

/** The tenant's figures, polled while a screen shows them (admin realm). */
export const adminOverviewQuery = () =>
  queryOptions({
    queryKey: ['admin', 'overview'],
    queryFn: ({ signal }) => getDocument(PATH, adminOverviewSchema, { signal }),
    staleTime: 0,
    refetchInterval: POLL_INTERVAL_MS,
    refetchOnWindowFocus: true,
  });

/** Saves the visibility of the list of first steps and its hidden items. Throws AppError. */
export const saveGuideChoices = (choices: GuideChoices): Promise<GuideChoices> =>
  putAndRead(`${PATH}/guide`, choices, guideChoicesSchema);
