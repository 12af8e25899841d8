export const m = {
  title: 'Remote login',
  username: 'User name',
  usernameMissing: 'Please enter a user name',
  password: 'Password (optional)',
  domain: 'Domain (optional)',
  login: 'Sign in',
} as const;
