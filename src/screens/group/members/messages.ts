/** The words of a group's members: the list, the editor, and the sync. */
const number = (count: number) => count.toLocaleString('en');
const members = (count: number) => (count === 1 ? '1 member' : `${number(count)} members`);

export const m = {
  caption: 'Group members',
  select: 'Select',
  selectAll: (p: { count: number }) => `Select all: ${members(p.count)}`,
  selectMember: (p: { name: string }) => `Select ${p.name}`,
  selected: (p: { count: number }) => `${number(p.count)} selected`,
  name: 'Name',
  device: 'Device',
  user: 'User',
  status: 'Status',
  person: 'Person',
  unnamed: 'Unnamed',
  search: 'Search members',
  noMembers: 'There are no members',
  noMatch: 'No member matches',
  loading: 'Loading members…',
  loadFailed: 'The members could not be loaded',
  retry: 'Retry',

  edit: 'Edit Members',
  editTitle: 'Edit Group Members',
  loadingEditor: 'Loading what can be chosen…',
  close: 'Close',
  save: 'Save',
  saving: 'Saving…',
  cancel: 'Cancel',
  nothingChanged: 'Nothing has changed',
  notSaved: 'The members were not saved. Your changes are still here.',
  leaveText: 'Your changes to the members of this group are not saved.',
  saved: 'Members saved',
  undo: 'Undo',
  undone: 'The former members are back',
  undoFailed: 'The former members could not be put back.',
  dismiss: 'Dismiss',

  sync: 'Sync Members',
  syncing: 'Synchronising…',
  synced: (p: { count: number; added: number; removed: number }) => {
    const changes = [
      p.added > 0 && `${number(p.added)} added`,
      p.removed > 0 && `${number(p.removed)} removed`,
    ];
    const said = changes.filter(Boolean).join(', ');
    return `Synchronised: ${members(p.count)}${said && ` (${said})`}`;
  },
  syncedNoCount: 'Synchronised',
  syncFailed: 'The members could not be synchronised.',
  lastSync: (p: { when: string }) => `Last sync: ${p.when}`,
  neverSynced: 'Not synchronised yet',
} as const;
