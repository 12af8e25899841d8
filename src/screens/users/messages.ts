import type { FailureWords } from '#ui/failure/failure-text.ts';

export const m = {
  users: 'Users',
  userSingular: 'user',
  userPlural: 'users',
  search: 'Search users',
  noMatch: 'No user matches',
  noUsers: 'There are no users created yet',
  loading: 'Loading users…',
  loadFailed: 'The users could not be loaded',
  outdated: 'The list could not be read again.',
  retry: 'Retry',
  caption: 'Users',
  name: 'Name',
  status: 'Current Status',
  notifications: 'Notifications',
} as const;

export const failureWords = {
  forbidden: 'Your account may not see the users of the site.',
} as const satisfies FailureWords;
