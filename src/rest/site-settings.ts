import { queryOptions } from '@tanstack/react-query';
import { type SiteSettings, siteSettingsSchema } from '#protocol/rest/site-settings.ts';
import { getDocument, putAndRead } from './http.ts';

const PATH = '/site-settings/clients';

/** What holds for all devices of the site; every tutor reads it. */
export const siteSettingsQuery = () =>
  queryOptions({
    queryKey: ['site-settings', 'clients'],
    queryFn: ({ signal }) => getDocument(PATH, siteSettingsSchema, { signal }),
  });

/** Sends the whole document without what the platform writes itself. Answers what the site has then. Throws AppError. */
export const saveSiteSettings = ({
  id: _id,
  created: _created,
  updated: _updated,
  ...document
}: SiteSettings): Promise<SiteSettings> => putAndRead(PATH, document, siteSettingsSchema);
