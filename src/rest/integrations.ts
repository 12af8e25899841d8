import { queryOptions } from '@tanstack/react-query';
import { byName } from '#domain/lists/sort-text.ts';
import {
  type ConsentAnswer,
  type ConsentBegun,
  type ConsentBody,
  consentBegunSchema,
  consentGivenSchema,
  coursePageSchema,
  type DirectoryCourse,
  groupPageSchema,
  type Integration,
  type IntegrationChange,
  type IntegrationTestBody,
  type IntegrationTested,
  integrationSchema,
  integrationTestedSchema,
  integrationUsesSchema,
  type NewIntegrationBody,
} from '#protocol/rest/integration.ts';
import { deleteDocument, getDocument, getPaged, postAndRead, putAndRead } from './http.ts';

const named = (integrations: readonly Integration[]) => integrations.toSorted(byName);

/** The directories that groups can be imported from, by name. */
export const integrationsQuery = () =>
  queryOptions({
    queryKey: ['integrations'],
    queryFn: ({ signal }) => getPaged('/integrations', integrationSchema, { signal }),
    select: named,
  });

const pathOf = (id: string) => `/integrations/${encodeURIComponent(id)}`;

/** Items imported from an integration, for super admins. */
export const integrationUsesQuery = (id: string) =>
  queryOptions({
    queryKey: ['integrations', id, 'uses'],
    queryFn: ({ signal }) => getDocument(`${pathOf(id)}/uses`, integrationUsesSchema, { signal }),
    staleTime: 0,
  });

/** Write requests of super admins. All throw AppError. */
export const integrationRest = {
  begin: (body: ConsentBody): Promise<ConsentBegun> =>
    postAndRead('/integrations/consents', body, consentBegunSchema),
  /** Returns the `tempToken`. */
  async finish(id: string, answer: ConsentAnswer): Promise<string> {
    const path = `/integrations/consents/${encodeURIComponent(id)}`;
    return (await postAndRead(path, answer, consentGivenSchema)).tempToken;
  },
  test: (body: IntegrationTestBody): Promise<IntegrationTested> =>
    postAndRead('/integrations/test', body, integrationTestedSchema),
  add: (body: NewIntegrationBody): Promise<Integration> =>
    postAndRead('/integrations', body, integrationSchema),
  change: (id: string, change: IntegrationChange): Promise<Integration> =>
    putAndRead(pathOf(id), change, integrationSchema),
  remove: (id: string): Promise<void> => deleteDocument(pathOf(id)),
};
export type IntegrationRest = typeof integrationRest;

export type CoursePage = { courses: readonly DirectoryCourse[]; next: string | undefined };

/** A page of the courses that the tutor teaches or belongs to in a directory. Throws AppError. */
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
