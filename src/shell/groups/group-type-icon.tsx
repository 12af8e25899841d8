import { mdiAccountGroupOutline, mdiAsterisk, mdiLaptop } from '@mdi/js';
import type { Group, GroupDefinition } from '#protocol/rest/group.ts';
import { Icon } from '../../ui/icon/icon.tsx';
import { groupTypeTitle } from './group-type.ts';

const ICONS: Record<GroupDefinition, string> = {
  userGroup: mdiAccountGroupOutline,
  deviceGroup: mdiLaptop,
  deviceMatchGroup: mdiAsterisk,
};

/** What a group is made of. Labelled unless its title stands beside it: then it is decorative. */
export function GroupTypeIcon(props: {
  group: Pick<Group, 'definitionName' | 'integrationId'>;
  decorative?: boolean;
}) {
  const { group, decorative } = props;
  const label = decorative ? {} : { label: groupTypeTitle(group) };
  return <Icon path={ICONS[group.definitionName]} size={18} {...label} />;
}
