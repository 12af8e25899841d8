/** The queries with a copy on this device, and the schemas to validate it, because it is outside input. */
import type { QueryKey } from '@tanstack/react-query';
import * as v from 'valibot';
import { deviceSchema, siteDeviceSchema } from '#protocol/rest/device.ts';
import { groupSchema, toGroup } from '#protocol/rest/group.ts';
import { groupCountSchema } from '#protocol/rest/group-counts.ts';
import { groupMemberSchema } from '#protocol/rest/group-member.ts';
import { appliedPolicySchema, placedPolicySchema, policySchema } from '#protocol/rest/policy.ts';
import { siteSchema, tagSchema } from '#protocol/rest/site.ts';
import { tutorSchema } from '#protocol/rest/tutor.ts';
import { siteUserSchema, userSchema } from '#protocol/rest/user.ts';

export type KeptKind = {
  /** Unique among the kinds. */
  name: string;
  /** `*` stands for an id. */
  key: QueryKey;
  /** Schema of the document, or of each row of the list. */
  schema: v.GenericSchema<unknown, unknown>;
  shape: 'document' | 'list' | 'directory';
  /** The shell shows it, so it is restored before the first screen. */
  isOfShell?: boolean;
};

const groupDocument = v.pipe(groupSchema, v.transform(toGroup));

const KINDS: readonly Omit<KeptKind, 'name'>[] = [
  { key: ['groups'], schema: groupDocument, shape: 'list', isOfShell: true },
  { key: ['tutors', 'self'], schema: tutorSchema, shape: 'document', isOfShell: true },
  { key: ['sites'], schema: siteSchema, shape: 'list', isOfShell: true },
  { key: ['tags'], schema: tagSchema, shape: 'list', isOfShell: true },
  // Listed before `['groups', '*']`, which would match it too.
  { key: ['groups', 'counts'], schema: groupCountSchema, shape: 'list' },
  { key: ['groups', '*'], schema: groupDocument, shape: 'document' },
  { key: ['groups', '*', 'members'], schema: groupMemberSchema, shape: 'list' },
  { key: ['groups', '*', 'policies'], schema: appliedPolicySchema, shape: 'list' },
  { key: ['policies'], schema: policySchema, shape: 'list' },
  { key: ['policies', 'applications'], schema: placedPolicySchema, shape: 'list' },
  { key: ['users', '*'], schema: userSchema, shape: 'document' },
  { key: ['devices', '*'], schema: deviceSchema, shape: 'document' },
  { key: ['users', { of: 'site' }], schema: siteUserSchema, shape: 'directory' },
  { key: ['devices', { of: 'site' }], schema: siteDeviceSchema, shape: 'directory' },
];

export const KEPT_KINDS: readonly KeptKind[] = KINDS.map((kind) => ({
  ...kind,
  name: JSON.stringify(kind.key),
}));

const isSamePart = (wanted: unknown, part: unknown) =>
  wanted === '*' ? typeof part === 'string' : JSON.stringify(wanted) === JSON.stringify(part);

export const keptKindOf = (queryKey: QueryKey): KeptKind | undefined =>
  KEPT_KINDS.find(
    ({ key }) =>
      key.length === queryKey.length && key.every((wanted, index) => isSamePart(wanted, queryKey[index])),
  );
