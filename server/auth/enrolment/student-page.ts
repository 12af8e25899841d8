/** Decides who may enrol from the student page. Agents send the signed-in user and are not affected. */

import type { Kysely } from 'kysely';
import * as v from 'valibot';
import { type DeviceLogin, type DeviceSite, deviceSiteSchema } from '#protocol/auth/auth-service.ts';
import type { Database } from '#store/database.ts';
import { inTenant } from '#store/in-tenant.ts';

export type StudentRule = DeviceSite['students'];

/** Part of a site's client settings. Without the setting, students enter their names. */
const settingsSchema = v.object({ students: v.optional(deviceSiteSchema.entries.students, 'name') });

export async function studentRuleOf(
  db: Kysely<Database>,
  { tenant, site }: { tenant: string; site: string },
): Promise<StudentRule> {
  const row = await inTenant(db, tenant)
    .selectFrom('site_client_settings')
    .select('settings')
    .where('site_id', '=', site)
    .executeTakeFirst();
  const parsed = v.safeParse(settingsSchema, row?.settings ?? {});
  // A value that this version does not know falls back to the stricter rule.
  return parsed.success ? parsed.output.students : 'directory';
}

/** Why a page may not enrol, for the student; undefined: it may. `known`: the directory has the e-mail. */
export function refusalAtPage(
  rule: StudentRule,
  { type, user }: Pick<DeviceLogin, 'type' | 'user'>,
  known: boolean,
): string | undefined {
  if (type !== 'extension') return 'A page enrols as a device of type extension.';
  if (rule === 'directory') {
    if (!user.email?.trim()) return 'This site asks for your school e-mail address.';
    return known ? undefined : 'This site does not know this e-mail address.';
  }
  // With an e-mail, anyone could enrol as a person of the directory.
  if (user.email?.trim()) return 'This site asks for your name, not for an e-mail address.';
  return user.name.trim() ? undefined : 'This site asks for your name.';
}
