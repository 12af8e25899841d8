/** The types of a group as people choose them, with their titles in lists and in the wizard. */
import type { Group, GroupDefinition } from '#protocol/rest/group.ts';

export const GROUP_TYPES = ['users', 'devices', 'import', 'match'] as const;
export type GroupType = (typeof GROUP_TYPES)[number];

export const groupTypeTitles: Readonly<Record<GroupType, string>> = {
  users: 'Users',
  devices: 'Devices',
  import: 'Users import',
  match: 'Match devices',
};

const DEFINITIONS: Record<GroupType, GroupDefinition> = {
  users: 'userGroup',
  devices: 'deviceGroup',
  import: 'userGroup',
  match: 'deviceMatchGroup',
};
export const definitionOf = (type: GroupType): GroupDefinition => DEFINITIONS[type];

/** A group from a directory is an import. */
export function typeOf({
  definitionName,
  integrationId,
}: Pick<Group, 'definitionName' | 'integrationId'>): GroupType {
  if (integrationId) return 'import';
  if (definitionName === 'deviceMatchGroup') return 'match';
  return definitionName === 'userGroup' ? 'users' : 'devices';
}

export const groupTypeTitle = (group: Pick<Group, 'definitionName' | 'integrationId'>): string =>
  groupTypeTitles[typeOf(group)];
