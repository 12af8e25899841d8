export const m = {
  settings: 'Settings',
  groups: 'Groups',
  siteSettings: 'Site Settings',
  groupSingular: 'group',
  groupPlural: 'groups',
} as const;
