/** Set-up progress of a new tenant: completed steps, and steps that its administrators have skipped. */
import { type Kysely, sql } from 'kysely';
import { GUIDE_STEPS, type GuideChoices, type GuideStep } from '#protocol/rest/admin/overview.ts';
import { type Database, toJson } from '../database.ts';

export type Guide = {
  /** The completed steps. */
  done(tenant: string): Promise<GuideStep[]>;
  choices(tenant: string): Promise<GuideChoices>;
  choose(tenant: string, choices: GuideChoices): Promise<void>;
};

export function createGuide(db: Kysely<Database>): Guide {
  return {
    async done(tenant) {
      const { rows } = await sql<Record<GuideStep, boolean>>`
        select
          exists (select from sites where tenant = ${tenant}) as site,
          exists (select from integrations where tenant = ${tenant} and not disabled) as directory,
          exists (
            select from role_links as link
            join roles on roles.tenant = link.tenant and roles.id = link.role_id
            where link.tenant = ${tenant} and roles.name = 'consoleUser'
          ) as tutors,
          exists (select from clients where tenant = ${tenant} and device_id is not null) as devices,
          exists (select from site_runners where tenant = ${tenant} and connected_at is not null) as runner`.execute(
        db,
      );
      const [facts] = rows;
      return GUIDE_STEPS.filter((step) => facts?.[step] === true);
    },

    async choices(tenant) {
      const row = await db
        .selectFrom('tenants')
        .select('properties')
        .where('key', '=', tenant)
        .executeTakeFirst();
      return row?.properties.guide ?? { skipped: [], isHidden: false };
    },

    async choose(tenant, guide) {
      await db
        .updateTable('tenants')
        .set({ properties: sql<string>`properties || ${toJson({ guide })}::jsonb` })
        .where('key', '=', tenant)
        .execute();
    },
  };
}
