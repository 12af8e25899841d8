/** Tags, tokens and deployment of sites, and their write requests (admin realm). All throw AppError. */
import { queryOptions } from '@tanstack/react-query';
import {
  newSiteIdSchema,
  type SiteBody,
  type SiteToken,
  siteContentsSchema,
  siteTokenSchema,
  type TagLink,
  tagLinkSchema,
} from '#protocol/rest/admin/site.ts';
import { deploymentSchema } from '#protocol/rest/deployment.ts';
import { type PageLink, pageLinkSchema } from '#protocol/rest/page-link.ts';
import { type Tag, tagSchema } from '#protocol/rest/site.ts';
import { deleteDocument, getDocument, getPaged, postAndRead, putDocument } from '../http.ts';
import { FOLLOWS_FOCUS } from '../sites.ts';

const pathOf = (siteId: string) => `/sites/${encodeURIComponent(siteId)}`;
const tagPathOf = (tagId: string) => `/tags/${encodeURIComponent(tagId)}`;

/** Links between tags and sites; to take a tag off a site, its link is deleted. */
export const tagLinksQuery = () =>
  queryOptions({
    ...FOLLOWS_FOCUS,
    queryKey: ['taglinks'],
    queryFn: ({ signal }) => getPaged('/taglinks', tagLinkSchema, { signal }),
  });

/** Amounts of data that are deleted with a site; read anew each time. */
export const siteContentsQuery = (siteId: string) =>
  queryOptions({
    queryKey: ['sites', siteId, 'contents'],
    queryFn: ({ signal }) => getDocument(`${pathOf(siteId)}/contents`, siteContentsSchema, { signal }),
    staleTime: 0,
    gcTime: 0,
  });

/** The newest token of a site (super admins). A secret, so it is not cached after use. */
export const siteTokenQuery = (siteId: string) =>
  queryOptions({
    ...FOLLOWS_FOCUS,
    queryKey: ['sites', siteId, 'tokens'],
    queryFn: ({ signal }) => getDocument(`${pathOf(siteId)}/tokens`, siteTokenSchema, { signal }),
    staleTime: 0,
    gcTime: 0,
  });

/** The link to the student page of a site. Also a secret. */
export const pageLinkQuery = (siteId: string) =>
  queryOptions({
    ...FOLLOWS_FOCUS,
    queryKey: ['sites', siteId, 'page-link'],
    queryFn: ({ signal }) => getDocument(`${pathOf(siteId)}/page-link`, pageLinkSchema, { signal }),
    staleTime: 0,
    gcTime: 0,
  });

/** The platform's downloads and settings for deployment to devices. */
export const deploymentQuery = () =>
  queryOptions({
    queryKey: ['deployment'],
    queryFn: ({ signal }) => getDocument('/deployment', deploymentSchema, { signal }),
  });

/** Returns the id of the new site. */
export const createSite = (site: SiteBody): Promise<string> => postAndRead('/sites', site, newSiteIdSchema);

export const saveSite = (siteId: string, site: SiteBody): Promise<void> => putDocument(pathOf(siteId), site);

export const deleteSite = (siteId: string): Promise<void> => deleteDocument(pathOf(siteId));

/** Returns the new token. */
export const issueToken = (siteId: string): Promise<SiteToken> =>
  postAndRead(`${pathOf(siteId)}/tokens/rotate`, {}, siteTokenSchema);

export const revokeTokens = (siteId: string): Promise<void> => deleteDocument(`${pathOf(siteId)}/tokens`);

/** Returns the new key; the previous one becomes invalid. */
export const renewPageLink = (siteId: string): Promise<PageLink> =>
  postAndRead(`${pathOf(siteId)}/page-link`, {}, pageLinkSchema);

export const createTag = (name: string): Promise<Tag> => postAndRead('/tags', { name }, tagSchema);

export const renameTag = (tagId: string, name: string): Promise<void> =>
  putDocument(tagPathOf(tagId), { name });

export const deleteTag = (tagId: string): Promise<void> => deleteDocument(tagPathOf(tagId));

export const linkTag = (link: Omit<TagLink, 'id'>): Promise<TagLink> =>
  postAndRead('/taglinks', link, tagLinkSchema);

export const unlinkTag = (linkId: string): Promise<void> =>
  deleteDocument(`/taglinks/${encodeURIComponent(linkId)}`);
