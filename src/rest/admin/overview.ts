import { queryOptions } from '@tanstack/react-query';
import { adminOverviewSchema, type GuideChoices, guideChoicesSchema } from '#protocol/rest/admin/overview.ts';
import { getDocument, putAndRead } from '../http.ts';

const PATH = '/admin/overview';
/** The admin realm has no broker connection that would say what has changed. */
const REFRESH_MS = 15_000;

/** The figures of the tenant, read again and again while they are looked at (admin realm). */
export const adminOverviewQuery = () =>
  queryOptions({
    queryKey: ['admin', 'overview'],
    queryFn: ({ signal }) => getDocument(PATH, adminOverviewSchema, { signal }),
    staleTime: 0,
    refetchInterval: REFRESH_MS,
    refetchOnWindowFocus: true,
  });

/** What is left out of the list of first steps, and whether it is shown. Throws AppError. */
export const saveGuideChoices = (choices: GuideChoices): Promise<GuideChoices> =>
  putAndRead(`${PATH}/guide`, choices, guideChoicesSchema);
