import { queryOptions } from '@tanstack/react-query';
import {
  coursePageSchema,
  type DirectoryCourse,
  groupPageSchema,
  type Integration,
  integrationSchema,
} from '#protocol/rest/integration.ts';
import { getDocument, getPaged } from './http.ts';

/** The directories that groups can come from. */
export const integrationsQuery = () =>
  queryOptions({
    queryKey: ['integrations'],
    queryFn: ({ signal }) => getPaged('/integrations', integrationSchema, { signal }),
  });

export type CoursePage = { courses: readonly DirectoryCourse[]; next: string | undefined };

/** A page of what the tutor teaches in a directory, or belongs to there. Throws AppError. */
export async function readCoursePage(
  { id, service }: Pick<Integration, 'id' | 'service'>,
  after: string | undefined,
  signal: AbortSignal,
): Promise<CoursePage> {
  const query = after === undefined ? '' : `?after=${encodeURIComponent(after)}`;
  const path = `/integrations/${encodeURIComponent(id)}/${service}`;
  if (service === 'microsoft') {
    const { groups, next } = await getDocument(`${path}/mygroups${query}`, groupPageSchema, { signal });
    return { courses: groups, next };
  }
  const { courses, next } = await getDocument(`${path}/mycourses${query}`, coursePageSchema, { signal });
  return { courses, next };
}
