/** The words of the groups list. */
const number = (count: number) => count.toLocaleString('en');

export const m = {
  groups: 'Groups',
  addGroup: 'Add Group',
  search: 'Search groups...',
  name: 'Name',
  type: 'Type',
  members: 'Members',
  tutors: 'Tutors',
  favourite: 'Favourite',
  actions: 'Actions',
  perPage: 'Groups per page',
  noGroups: 'There are no groups for you yet',
  noGroupsText: 'Groups appear here as soon as somebody gives you access to one.',
  noGroupsMaintainerText: 'Make the first group of this site with “Add Group”.',
  noMatch: 'No matching groups found',
  unknownCount: '…',
  count: (p: { count: number }) => number(p.count),
  from: (p: { course: string }) => `From ${p.course}`,
  menuOf: (p: { name: string }) => `Actions for ${p.name}`,
  edit: 'Edit',
  sync: 'Sync',
  syncing: (p: { name: string }) => `Synchronising ${p.name}…`,
  synced: (p: { name: string; count: number | undefined }) =>
    p.count === undefined
      ? `${p.name} is synchronised`
      : `${p.name} is synchronised: ${p.count === 1 ? '1 member' : `${number(p.count)} members`}`,
  notSynced: (p: { name: string }) => `${p.name} could not be synchronised.`,
  lastSync: (p: { when: string }) => `Last sync: ${p.when}`,
  neverSynced: 'Not synchronised yet',
  remove: 'Delete',
  deleteTitle: (p: { name: string }) => `Delete ${p.name}?`,
  deleteText:
    'The group goes for all tutors: its list of members, its wake schedule, the layout of its wall, and its policies end there. The people and devices stay.',
  deleteUndo: 'You can take it back for 10 seconds. After that it cannot be undone.',
  deleteGroup: 'Delete group',
  cancel: 'Cancel',
  close: 'Close',
  goesIn: (p: { name: string }) => `${p.name} is deleted in`,
  deleting: (p: { name: string }) => `Deleting ${p.name}…`,
  undo: 'Undo',
  undoOf: (p: { name: string }) => `Undo: keep ${p.name}`,
  kept: (p: { name: string }) => `${p.name} was kept`,
  deleted: (p: { name: string }) => `${p.name} was deleted`,
  notDeleted: (p: { name: string }) => `${p.name} could not be deleted.`,
} as const;
