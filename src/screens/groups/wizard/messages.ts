import { groupTypeTitles } from '#shell/groups/group-type.ts';

const number = (count: number) => count.toLocaleString('en');

export const m = {
  createTitle: 'Create group',
  editTitle: 'Edit group',
  close: 'Close',
  cancel: 'Cancel',
  back: 'Back',
  next: 'Next',
  create: 'Create',
  save: 'Save',
  saving: 'Saving…',
  nothingChanged: 'Nothing has changed',
  loading: 'Loading the group…',
  loadingMembers: 'Loading people and devices…',
  notRead: 'This could not be read.',
  tryAgain: 'Try again',
  leaveText: 'What you have entered for this group is not saved.',
  created: (p: { name: string }) => `${p.name} was created`,
  saved: (p: { name: string }) => `${p.name} was saved`,
  notSaved: {
    group: 'The group was not saved. Your changes are still here.',
    members: 'The group is there, but its members were not saved. Your changes are still here.',
    tutors: 'The group is there, but its permitted tutors were not saved. Your changes are still here.',
    policies: 'The group is there, but its policies were not saved. Your changes are still here.',
  },
  steps: 'Steps',
  stepNames: {
    name: 'Group name',
    members: 'Members',
    tutors: 'Permitted Tutors',
    hostnames: 'Hostname Restrictions',
    policies: 'Policy',
  },

  name: 'Group name',
  nameHint: 'Tutors see it in the navigation and on lists, such as “7A Mathematics”.',

  type: 'Group type',
  types: groupTypeTitles,
  typeHints: {
    users: 'The people that you choose, at whatever device they are.',
    devices: 'The devices that you choose, whoever sits there.',
    import: 'The people of a course: who is in it is changed in its directory, and synchronised.',
    match: 'The devices whose names match patterns, also those that come later.',
  },
  lockedImport: 'A group that was imported stays one.',
  lockedMatch: 'A group that matches devices stays one.',
  noSwitchToImport: 'A group that was not imported cannot become an import.',
  converted: 'With another type the group loses the members that it has now.',
  noCourse: 'Choose the course that the group comes from',
  importFrom: (p: { course: string }) => `Comes from “${p.course}”.`,
  importUnnamed: 'Comes from a course of a directory.',
  importText: 'Who is in it is changed there. “Sync” in the list of groups brings the changes here.',
  importMembers: (p: { count: number }) =>
    p.count === 1 ? 'It has 1 member now.' : `It has ${number(p.count)} members now.`,

  tutorsText: 'These tutors see the group. Group maintainers see every group without it.',
  searchTutors: 'Search tutors',
  tutorList: 'Tutors of the site',
  tutorsChosen: (p: { count: number }) =>
    p.count === 0
      ? 'No tutor is permitted'
      : p.count === 1
        ? '1 tutor is permitted'
        : `${number(p.count)} tutors are permitted`,
  noTutors: 'This site has no tutors',
  noTutorMatch: 'No tutor matches',
  formerTutor: 'Is no tutor of this site any more',
  loadingTutors: 'Loading the tutors of the site…',

  hostnames: 'Host names, one per line',
  hostnamesHint:
    'The group is shown only where the name of the Site runner in the same network contains a line. Without a line it is shown everywhere. Group maintainers see it everywhere.',
  tooManyHostnames: 'At most 1,000 host names',
  hostnameTooLong: 'Max 255 characters',
  testTitle: 'Where am I?',
  testText: 'Asks the Site runner in your network for its name.',
  test: 'Test',
  testing: 'Asking the Site runner…',
  testSuccess: (p: { hostname: string }) =>
    `Successfully queried Site runner. Machine identified as ${p.hostname}`,
  testStatus: (p: { status: number }) => `The Site runner answered with the invalid status ${p.status}.`,
  testNoName: 'The Site runner answered without a name.',
  testFailed:
    'The Site runner could not be queried. Your browser cannot reach it, or does not trust its certificate.',
  openRunner: 'Open its address',
  openRunnerText:
    'to see which: where it says that it is the Site runner, test again. Where the browser warns, its certificate has to be trusted on this computer.',
  testNoConnection: 'The Site runner could not be looked up: there is no connection to the platform.',
  testTimeout:
    'Unable to connect to the Site runner in a reasonable time. Ensure the Site runner is installed and is on at least version 1.2.0.',
  isShownHere: 'With these host names the group is shown here.',
  isHiddenHere: 'With these host names the group is hidden here.',

  policiesText: 'These policies hold for everybody in the group.',
  searchPolicies: 'Search policies…',
  policyList: 'Policies',
  noPolicies: 'There are no policies created yet',
  noPolicyMatch: 'No policy matches',
  loadingPolicies: 'Loading policies…',
} as const;
