import { mdiAccountGroupOutline, mdiAsterisk, mdiLaptop } from '@mdi/js';
import type { GroupDefinition } from '#protocol/rest/group.ts';
import { Icon } from '../../ui/icon/icon.tsx';

const KINDS: Record<GroupDefinition, { icon: string; title: string }> = {
  userGroup: { icon: mdiAccountGroupOutline, title: 'User group' },
  deviceGroup: { icon: mdiLaptop, title: 'Device group' },
  deviceMatchGroup: { icon: mdiAsterisk, title: 'Device match group' },
};

export const groupTypeTitle = (definition: GroupDefinition) => KINDS[definition].title;

/** What a group is made of. Labelled unless its title stands beside it: then it is decorative. */
export function GroupTypeIcon(props: { definition: GroupDefinition; decorative?: boolean }) {
  const { icon, title } = KINDS[props.definition];
  return <Icon path={icon} size={18} {...(props.decorative ? {} : { label: title })} />;
}
