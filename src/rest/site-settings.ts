import { queryOptions } from '@tanstack/react-query';
import { type SiteSettings, siteSettingsSchema } from '#protocol/rest/site-settings.ts';
import { getDocument, putAndRead } from './http.ts';

const PATH = '/site-settings/clients';

/** Settings for all devices of the site; every tutor may read them. */
export const siteSettingsQuery = () =>
  queryOptions({
    queryKey: ['site-settings', 'clients'],
    queryFn: ({ signal }) => getDocument(PATH, siteSettingsSchema, { signal }),
  });

/** Saves the document without the platform's own fields, and returns the saved one. Throws AppError. */
export const saveSiteSettings = ({
  id: _id,
  created: _created,
  updated: _updated,
  ...document
}: SiteSettings): Promise<SiteSettings> => putAndRead(PATH, document, siteSettingsSchema);
