/** The words of the group screen. */
import { m as deviceWords } from '../../actions/device/messages.ts';

export const m = {
  ...deviceWords,
  groups: 'Groups',
  deviceSingular: 'device online',
  devicePlural: 'devices online',
  tabs: 'Group',
  devicesOnline: 'Devices online',
  groupMembers: 'Group members',
  alerts: 'Alerts',
  groupPolicies: 'Group policies',
  loadingGroup: 'Looking for the group…',
  loadingDevices: 'Looking for devices…',
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
  devices: 'Devices',
  select: (p: { name: string; device: string }) =>
    p.device === '' ? `Select ${p.name}` : `Select ${p.name}, ${p.device}`,
  openTabs: (p: { titles: readonly string[] }) => `Opened tabs: ${p.titles.join(', ')}`,
  openApplications: (p: { titles: readonly string[] }) => `Opened applications: ${p.titles.join(', ')}`,
  more: (p: { count: number }) => `${p.count} more`,
  openTabsOf: (p: { name: string; count: number }) =>
    `${p.count} opened ${p.count === 1 ? 'tab' : 'tabs'} of ${p.name}`,
  openApplicationsOf: (p: { name: string; count: number }) =>
    `${p.count} opened ${p.count === 1 ? 'application' : 'applications'} of ${p.name}`,
} as const;
