/** Settings for all devices of a site: `/site-settings/clients`. Every tutor of the site may read them. */
import * as v from 'valibot';

const switched = v.looseObject({ enabled: v.boolean() });

/** `students`: the student page accepts any name, or only an e-mail address of the directory. */
const students = v.optional(v.picklist(['name', 'directory']));

const settingsSchema = v.looseObject({
  /** Whether computers of the site are woken, by hand or by a schedule. */
  wol: v.optional(switched, { enabled: true }),
  /** Whether the platform stores the hardware and software of devices. */
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

/** `PUT`, for group maintainers: the document without `id`, `created`, `updated`. Omitted settings stay. */
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

/** Name of the resource in notifications. */
export const SITE_SETTINGS_RESOURCE = 'site-settings';
