/** The common parts of upload and picture rows, which record every object in the store. */
import { randomUUID } from 'node:crypto';
import type { GroupKey } from '#base/site-key.ts';

export const KIND = 'background';
/** Longer than a form is valid, and longer than it takes to save a layout with the picture. */
export const ORPHAN_MS = 60 * 60_000;

export const rowOf = ({ tenant, site, groupId }: GroupKey, key: string, madeAt: number) => ({
  tenant,
  id: randomUUID(),
  site_id: site,
  group_id: groupId,
  owner_id: null,
  kind: KIND,
  name: '',
  content_type: '',
  storage_key: key,
  created_at: new Date(madeAt),
});
