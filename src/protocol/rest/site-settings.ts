/** What holds for all devices of a site: `/site-settings/clients`. Every tutor of the site reads it. */
import * as v from 'valibot';

const switched = v.looseObject({ enabled: v.boolean() });

/** `students`: whom the student page lets in, any name or only an e-mail address of the directory. */
const students = v.optional(v.picklist(['name', 'directory']));

const settingsSchema = v.looseObject({
  /** Whether computers of the site are woken, by hand or by a schedule. */
  wol: v.optional(switched, { enabled: true }),
  /** Whether the platform keeps what devices are made of and what is installed on them. */
  inventory: v.optional(switched, { enabled: false }),
  /** Whether students may write in a chat room before a tutor has. */
  studentsWriteFirst: v.optional(switched, { enabled: true }),
  students,
});

export const siteSettingsSchema = v.looseObject({
  id: v.string(),
  settings: settingsSchema,
  created: v.optional(v.string()),
  updated: v.optional(v.string()),
});
export type SiteSettings = v.InferOutput<typeof siteSettingsSchema>;

const MAX_SETTINGS_LENGTH = 64 * 1024;

/** `PUT`, for group maintainers: the whole document without `id`, `created` and `updated`. Settings that it does not name stay. */
export const siteSettingsBodySchema = v.object({
  settings: v.pipe(
    v.looseObject({
      wol: v.optional(switched),
      inventory: v.optional(switched),
      studentsWriteFirst: v.optional(switched),
      students,
    }),
    v.check(
      (value) => JSON.stringify(value).length <= MAX_SETTINGS_LENGTH,
      `Settings must not be larger than ${MAX_SETTINGS_LENGTH / 1024} KiB`,
    ),
  ),
});

/** Its notifications name it so. */
export const SITE_SETTINGS_RESOURCE = 'site-settings';
