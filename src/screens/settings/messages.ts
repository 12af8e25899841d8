/** The words of the frame around the settings. */
export const m = {
  settings: 'Settings',
  groups: 'Groups',
  siteSettings: 'Site Settings',
  groupSingular: 'group',
  groupPlural: 'groups',
} as const;
