import { mdiAccountGroupOutline, mdiAsterisk, mdiLaptop } from '@mdi/js';
import type { Group, GroupDefinition } from '#protocol/rest/group.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { groupTypeTitle } from './group-type.ts';

const ICONS: Record<GroupDefinition, string> = {
  userGroup: mdiAccountGroupOutline,
  deviceGroup: mdiLaptop,
  deviceMatchGroup: mdiAsterisk,
};

/** The type of a group as an icon. Decorative beside the title of the type, otherwise labelled. */
export function GroupTypeIcon(props: {
  group: Pick<Group, 'definitionName' | 'integrationId'>;
  decorative?: boolean;
}) {
  const { group, decorative } = props;
  const label = decorative ? {} : { label: groupTypeTitle(group) };
  return <Icon path={ICONS[group.definitionName]} size={18} {...label} />;
}
