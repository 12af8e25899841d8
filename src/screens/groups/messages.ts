/** The words of the groups list. */
export const m = {
  settings: 'Settings',
  groups: 'Groups',
  groupSingular: 'group',
  groupPlural: 'groups',
  search: 'Search groups...',
  name: 'Name',
  type: 'Type',
  favourite: 'Favourite',
  perPage: 'Groups per page',
  noGroups: 'There are no groups for you yet',
  noGroupsText: 'Groups appear here as soon as somebody gives you access to one.',
  noMatch: 'No matching groups found',
} as const;
