/** What the rows of uploads and of pictures have in common: they find every object of a store again. */
import { randomUUID } from 'node:crypto';
import type { GroupKey } from '../store/site-key.ts';

export const KIND = 'background';
/** Longer than a form is good, and than it takes to save a layout with the picture. */
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
