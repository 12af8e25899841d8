import type { RunnerNameProblem } from '#domain/runners/runner-name.ts';
import { RUNNER_VERSION } from '#protocol/runner-version.ts';

export const m = {
  sites: 'Sites',
  siteRunners: 'Site Runners',
  runner: 'Runner',
  site: 'Site',
  actions: 'Actions',
  search: 'Search',
  noMatch: 'No matching runners found',
  noRunners: 'There are no site runners',
  noRunnersText:
    'A runner is a small program on one computer of a school. It wakes the school’s computers, and says which network a console is in.',
  loading: 'Loading site runners',
  notRead: 'The site runners could not be loaded.',
  tryAgain: 'Try again',
  outdated: 'The list may be out of date.',
  unknownSite: 'Unknown site',

  setUp: 'Set up a Site Runner',
  download: 'Download the Runner',
  installerHint: `Windows installer (beta, version ${RUNNER_VERSION})`,
  programHint: `A program file, not an installer (beta, version ${RUNNER_VERSION}). It runs on Windows, Linux and macOS with Node.js 20.19 or later.`,

  never: 'Never connected',
  connected: (p: { since: string }) => `Connected since ${p.since}`,
  away: (p: { since: string }) => `Not connected, last seen ${p.since}`,
  version: (p: { version: string }) => `Version ${p.version}`,
  oldVersion: (p: { version: string }) => `Version ${p.version} is too old: install ${RUNNER_VERSION}`,
  noVersion: `Does not say its version: install ${RUNNER_VERSION}`,

  menuOf: (p: { name: string }) => `Actions for ${p.name}`,
  tokenOf: (p: { name: string }) => `Show the token of ${p.name}`,
  editName: 'Edit name',
  remove: 'Delete',

  createTitle: 'Set up a Site Runner',
  steps: 'Steps',
  stepNames: { name: 'Name', site: 'Site', token: 'Token' },
  next: 'Next',
  back: 'Back',
  create: 'Create',
  creating: 'Creating',
  done: 'Done',
  cancel: 'Cancel',
  close: 'Close',
  name: 'Runner name',
  nameHint: 'Such as the place or the name of the computer that it runs on.',
  chooseSite: 'Choose a site',
  siteHint: 'It wakes computers of this site, and only tutors of this site reach it.',
  siteMissing: 'Choose the site of the runner',
  nested: (p: { depth: number; name: string }) => `${'– '.repeat(p.depth)}${p.name}`,
  noSites: 'There are no sites yet. Add a site first.',
  notCreated: 'The runner was not created.',
  leaveText: 'The runner has not been created yet. What you entered will be lost.',
  created: (p: { name: string }) => `Runner ${p.name} is set up`,

  tokenTitle: (p: { name: string }) => `Token of ${p.name}`,
  token: 'Token',
  tokenText:
    'The program of the runner shows this token to the platform. Whoever has it can pose as the runner.',
  tokenLoading: 'Loading the token',
  tokenNotRead: 'The token could not be loaded.',
  tokenUnreadable:
    'This token was made at a time when tokens could not be shown again. It goes on working. To see a token, replace it.',
  replace: 'Replace token',
  replaceText:
    'The runner is disconnected at once, until its program has the new token. Nothing opens with the old one any more.',
  replaceNow: 'Replace it now',
  replacing: 'Replacing',
  keep: 'Keep it',
  notReplaced: 'The token was not replaced.',
  replaced: 'There is a new token. Give it to the program of the runner.',

  install: 'Install it',
  installDownload:
    'Download this program on the computer where the runner will run. The computer needs Node.js 20.19 or later.',
  installService: 'On Linux, install it as a service. The command asks for the token.',
  installServiceCommand: 'Command for Linux',
  installOther: 'Elsewhere, put the token into a file that only you can read, and start the program with it.',
  installOtherCommand: 'Command for Windows and macOS',
  installHelp: 'Certificates, firewall, updates',

  editTitle: (p: { name: string }) => `Edit ${p.name}`,
  save: 'Save',
  saving: 'Saving',
  unchanged: 'The name is the same as before',
  notSaved: 'The name was not saved.',
  saved: (p: { name: string }) => `Runner ${p.name} was saved`,

  deleteTitle: (p: { name: string }) => `Delete ${p.name}?`,
  deleteText: 'Its program is disconnected at once, and its token stops working. This cannot be undone.',
  deleteConnected: 'It is connected now. Without it, computers of its site may not be woken.',
  deleteNow: 'Delete runner',
  deleting: 'Deleting',
  notDeleted: 'The runner was not deleted.',
  deleted: (p: { name: string }) => `Runner ${p.name} was deleted`,
} as const;

export const nameProblemText: Readonly<Record<RunnerNameProblem, string>> = {
  empty: 'Field is required and can’t be empty',
  'too-long': 'Max 255 characters',
  taken: 'Runner name should be unique',
};
