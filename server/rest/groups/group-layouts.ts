/**
 * Saves groups whose layout may refer to a background. The group's row is locked meanwhile, so that a layout
 * never refers to a picture that is removed.
 */

import type { Kysely, Transaction } from 'kysely';
import type { GroupKey } from '#base/site-key.ts';
import type { GridLayout } from '#protocol/rest/group-body.ts';
import type { Database } from '#store/database.ts';
import {
  createGroupChanges,
  type GroupFields,
  lockGroup,
  type MergedField,
} from '#store/groups/group-changes.ts';
import type { GroupDocument } from '#store/groups/groups.ts';
import { inTenant } from '#store/in-tenant.ts';
import { type GroupMedia, isOwnKey } from '../../media/group-media.ts';

export type Layout = GridLayout | null | undefined;

export type GroupLayouts = {
  /**
   * Fields that the layout omits stay unchanged. If the layout refers to a background that was deleted in the
   * meantime, the group keeps its current one. A replaced background is deleted. If a field would become too
   * large, its name is returned and nothing is saved.
   */
  save(group: GroupKey, fields: GroupFields): Promise<MergedField | undefined>;
  /** Deletes the background `key`, and removes it from the layout if the layout still shows it. */
  deleteBackground(group: GroupKey, key: string): Promise<void>;
};

const NO_BACKGROUND = {
  backgroundImageKey: null,
  backgroundImageUrl: null,
  bgWidth: null,
  bgHeight: null,
} satisfies GridLayout;

export const layoutOf = ({ settings }: Pick<GroupDocument, 'settings'>): Layout =>
  settings?.gridLayout as Layout;

function ownKey(group: GroupKey, layout: Layout): string | undefined {
  const key = layout?.backgroundImageKey;
  return typeof key === 'string' && isOwnKey(group, key) ? key : undefined;
}

function backgroundOf(layout: GridLayout) {
  const { backgroundImageKey = null, backgroundImageUrl = null, bgWidth = null, bgHeight = null } = layout;
  return { backgroundImageKey, backgroundImageUrl, bgWidth, bgHeight };
}

export function createGroupLayouts({ db, media }: { db: Kysely<Database>; media: GroupMedia }): GroupLayouts {
  async function mergeLayout(
    trx: Transaction<Database>,
    group: GroupKey,
    { former, sent }: { former: Layout; sent: Layout },
  ): Promise<Layout> {
    if (!sent) return sent;
    const merged = { ...former, ...sent };
    const key = ownKey(group, sent);
    if (key === undefined || (await media.has(trx, group, key))) return merged;
    return { ...merged, ...(former && ownKey(group, former) !== key ? backgroundOf(former) : NO_BACKGROUND) };
  }

  /** `change` returns the key of the picture to remove, if any. */
  async function changeLayout(
    group: GroupKey,
    change: (trx: Transaction<Database>, former: Layout) => Promise<string | undefined>,
  ): Promise<void> {
    const { tenant } = group;
    const removedKey = await db.transaction().execute(async (trx) => {
      await lockGroup(trx, group);
      const key = await change(trx, await readLayout(trx, group));
      return key !== undefined && (await media.drop(trx, group, key)) ? key : undefined;
    });
    if (removedKey !== undefined) await media.remove({ tenant, key: removedKey });
  }

  return {
    async save(group, fields) {
      const { settings } = fields;
      const isLaidOut = settings !== undefined && Object.hasOwn(settings, 'gridLayout');
      const sent = layoutOf({ settings });
      let tooLarge: MergedField | undefined;
      await changeLayout(group, async (trx, former) => {
        const gridLayout = isLaidOut ? await mergeLayout(trx, group, { former, sent }) : former;
        const all = isLaidOut ? { ...fields, settings: { ...settings, gridLayout } } : fields;
        tooLarge = await createGroupChanges(trx).update(group, all);
        const key = ownKey(group, former);
        return tooLarge !== undefined || gridLayout?.backgroundImageKey === key ? undefined : key;
      });
      return tooLarge;
    },

    deleteBackground: (group, key) =>
      changeLayout(group, async (trx, former) => {
        const gridLayout = { ...former, ...NO_BACKGROUND };
        if (ownKey(group, former) === key)
          await createGroupChanges(trx).update(group, { settings: { gridLayout } });
        return key;
      }),
  };
}

async function readLayout(trx: Transaction<Database>, { tenant, site, groupId }: GroupKey): Promise<Layout> {
  const row = await inTenant(trx, tenant)
    .selectFrom('groups')
    .select('settings')
    .where('site_id', '=', site)
    .where('id', '=', groupId)
    .executeTakeFirst();
  return row && layoutOf(row);
}
