/**
 * Counts the devices that match the patterns of groups, by the same rule as the groups. Thousands of devices
 * times hundreds of patterns take seconds, so the work runs in short slices with pauses for the event loop.
 */

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { SiteKey } from '#base/site-key.ts';
import { createDeviceMatcher } from '#domain/devices/device-pattern.ts';
import type { GroupCount, PatternMatches } from '#protocol/rest/group-counts.ts';
import type { Database } from '../database.ts';
import { inTenant } from '../in-tenant.ts';
import { readMatchGroups } from '../permissions/match-groups.ts';
import { type DeviceName, readDeviceNames } from './device-names.ts';

export type MatchCounts = {
  /** Rejects with the reason of `signal` when that is aborted. */
  preview(site: SiteKey, patterns: readonly string[], signal: AbortSignal): Promise<PatternMatches>;
  /** The counts for all groups of the site. */
  ofGroups(site: SiteKey): Promise<GroupCount[]>;
};

const SLICE_MS = 8;
const BATCH_SIZE = 4_000;
const SHOWN_DEVICES = 100;

export function createMatchCounts(db: Kysely<Database>): MatchCounts {
  /** Calls `visit` with each device of the site. */
  async function eachDevice(
    site: SiteKey,
    visit: (device: DeviceName) => void,
    signal?: AbortSignal,
  ): Promise<void> {
    let below: string | undefined;
    let pauseAt = performance.now() + SLICE_MS;
    for (;;) {
      const rows = await readDeviceNames(db, site, { limit: BATCH_SIZE, before: below });
      for (const device of rows) {
        visit(device);
        if (performance.now() < pauseAt) continue;
        await nextTurn();
        signal?.throwIfAborted();
        pauseAt = performance.now() + SLICE_MS;
      }
      if (rows.length < BATCH_SIZE) return;
      below = rows.at(-1)?.id;
    }
  }

  return {
    async preview(site, patterns, signal) {
      const matches = createDeviceMatcher(patterns);
      const found: DeviceName[] = [];
      let of = 0;
      const look = (device: DeviceName) => {
        of += 1;
        if (matches(device.hostname)) found.push(device);
      };
      await eachDevice(site, look, signal);
      found.sort((a, b) => byName.compare(a.hostname, b.hostname));
      return { count: found.length, of, devices: found.slice(0, SHOWN_DEVICES) };
    },

    async ofGroups(site) {
      const listed = await listedCounts(db, site);
      const lists = (await readMatchGroups(db, site)).map((list) => ({ ...list, count: 0 }));
      if (lists.length > 0) {
        await eachDevice(site, ({ hostname }) => {
          for (const list of lists) if (list.matches(hostname)) list.count += 1;
        });
      }
      const matching = new Map(lists.map(({ id, count }) => [id, count]));
      return listed.map((group) => ({ ...group, members: matching.get(group.id) ?? group.members }));
    },
  };
}

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

async function listedCounts(db: Kysely<Database>, { tenant, site }: SiteKey): Promise<GroupCount[]> {
  const rows = await inTenant(db, tenant)
    .selectFrom('groups')
    .select((of) => [
      'groups.id',
      of
        .selectFrom('group_members')
        .select((each) => each.fn.countAll<string>().as('count'))
        .whereRef('group_members.tenant', '=', 'groups.tenant')
        .whereRef('group_members.group_id', '=', 'groups.id')
        .as('members'),
      of
        .selectFrom('tutor_group_permissions')
        .select((each) => each.fn.countAll<string>().as('count'))
        .whereRef('tutor_group_permissions.tenant', '=', 'groups.tenant')
        .whereRef('tutor_group_permissions.group_id', '=', 'groups.id')
        .as('tutors'),
    ])
    .where('groups.site_id', '=', site)
    .execute();
  return rows.map(({ id, members, tutors }) => ({ id, members: Number(members), tutors: Number(tutors) }));
}
