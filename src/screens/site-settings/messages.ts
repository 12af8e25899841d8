export const m = {
  title: 'Site Settings',
  loading: 'Loading site settings…',
  notLoaded: (p: { why: string }) => `Failed to load site settings. ${p.why}`,
  tryAgain: 'Try again',
  unexpected: 'An unexpected error occurred.',
  maintainersOnly: 'The Group Maintainer role is required to modify site settings.',
  wol: 'Wake on LAN',
  wolHint:
    'Computers of this site can be woken, by Wake Now and by the schedules of groups. Switched off, nobody wakes them; the schedules are kept.',
  inventory: 'Inventory',
  inventoryHint:
    'Stores each device’s hardware and software. When it is off, nothing new is stored and the inventory is hidden.',
  studentsWriteFirst: 'Students may write first',
  studentsWriteFirstHint:
    'In a chat room that is open on their device, students can write before a tutor has. Switched off, a tutor begins.',
  save: 'Save',
  saving: 'Saving…',
  discard: 'Undo changes',
  nothingChanged: 'Nothing has changed',
  close: 'Close',
  leaveText: 'What you have switched here is not saved.',
  saved: 'Settings saved successfully',
  denied: "Permission denied. You don't have sufficient privileges to update site settings.",
  notSaved: (p: { why: string }) => `Failed to save settings. ${p.why}`,
} as const;
