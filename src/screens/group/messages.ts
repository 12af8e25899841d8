import type { FailureWords } from '#ui/failure/failure-text.ts';

export const m = {
  groups: 'Groups',
  deviceSingular: 'device online',
  devicePlural: 'devices online',
  tabs: 'Group',
  devicesOnline: 'Devices online',
  groupMembers: 'Group members',
  alerts: 'Alerts',
  groupPolicies: 'Group policies',
  loadingGroup: 'Looking for the group…',
  loadingMembers: 'Loading members…',
  loadingPolicies: 'Loading policies…',
  loadingDevices: 'Looking for devices…',
  notConnectedText: 'Devices of this group appear here as soon as the connection is back.',
  noDevices: 'No devices connected',
  noDevicesText: 'Devices of this group appear here as soon as they are switched on.',
  refresh: 'Refresh online devices',
  sortBy: 'Sort by',
  sortByUser: 'User name',
  sortByDevice: 'Hostname',
  zoom: 'Zoom',
  selection: 'Select devices',
  selectAll: 'Select All',
  deselectAll: 'Deselect All',
  selected: (p: { count: number }) => `${p.count} selected`,
  /** Beside `selected` and `selectedHidden`. */
  selectedAgain: (p: { count: number }) => `${p.count} reconnecting`,
  /** Beside `selected`. */
  withLatecomers: 'with latecomers',
  devices: 'Devices',
  selectedHidden: (p: { count: number; hidden: number }) =>
    `${p.count} selected, ${p.hidden === p.count ? 'all' : p.hidden} of them hidden`,
  fit: 'Fit the class',
  fitHint: 'All cards at once, as large as they may be',
  here: (p: { here: number; of: number }) => `${p.here} of ${p.of} here`,
  showAbsent: 'Show absent students',
  hideAbsent: 'Hide absent students',
  moreAbsent: (p: { count: number }) =>
    `${p.count.toLocaleString('en')} more are not here. Group members lists all of them.`,
  search: 'Find a card',
  filter: 'Filter',
  filterEvents: 'With alerts',
  filterLocked: 'Locked',
  filterUnanswered: 'Not answered',
  removeFilter: (p: { title: string }) => `Remove the filter ${p.title}`,
  found: (p: { count: number; of: number }) => `${p.count} of ${p.of} cards`,
  showAllCards: 'Show all',
  noneFound: 'No card matches',
  noneFoundText: 'Cards are found by a name, a program or a page. Try another word, or show all of them.',
  view: 'View',
  debugView: 'Debug view: what devices are asked, and what they answer',
  openWall: 'Open the wall in a new tab',
} as const;

/** Failure texts of the group page. */
export const failureWords = {
  forbidden: 'Your account may not do this.',
  'not-found': 'This group is not there any more.',
} as const satisfies FailureWords;
