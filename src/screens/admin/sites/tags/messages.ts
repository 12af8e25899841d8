const sites = (count: number) => (count === 1 ? '1 site' : `${count} sites`);

export const m = {
  tags: 'Tags',
  search: 'Search tag',
  tag: 'Tag',
  sites: 'Sites',
  actions: 'Actions',
  addTag: 'Add new tag',
  editTag: 'Edit tag',
  deleteTag: 'Delete tag',
  menuOf: (p: { name: string }) => `Actions for ${p.name}`,
  noTags: 'There are no tags',
  noTagsText: 'A tag marks sites that have something in common, so that roles can be given for all of them.',
  noMatch: 'No matching tags found',
  onSites: (p: { count: number }) => sites(p.count),
  name: 'Name',
  required: 'Field is required',
  nameTaken: 'Tag with same name already exist',
  save: 'Save',
  saving: 'Saving…',
  cancel: 'Cancel',
  close: 'Close',
  created: (p: { name: string }) => `Tag ${p.name} was created`,
  saved: (p: { name: string }) => `Tag ${p.name} was saved`,
  deleteTitle: (p: { name: string }) => `Delete the tag ${p.name}?`,
  deleteText: (p: { count: number }) =>
    p.count === 0
      ? 'No site carries it. Roles and sync jobs that were made for the tag go with it.'
      : `${sites(p.count)} ${p.count === 1 ? 'carries' : 'carry'} it. Who has a role there by this tag loses it at once, and sync jobs for the tag go with it.`,
  deleting: 'Deleting…',
  deleted: (p: { name: string }) => `Tag ${p.name} was deleted`,
} as const;
