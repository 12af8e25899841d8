/** The words of the power actions dialog. */
export const m = {
  title: 'Power actions',
  action: 'Action',
  shutdown: 'Shut down',
  reboot: 'Restart',
  sleep: 'Sleep',
  logout: 'Sign out',
  actionMissing: 'Please choose an action',
  countdown: 'Countdown in seconds',
  countdownHint: 'Blank: at once',
  repeatIn: 'Repeat in seconds',
  repeatInHint: 'When a student has aborted it; blank: never',
  /** Word for word as specified (ACT-19), although zero is allowed. */
  notANumber: 'Please enter a positive integer greater than or equal to 1 or leave blank',
  tooLong: 'Please enter at most 86400 seconds, which is a day',
  allowToAbort: 'Students may abort it',
  message: 'Message (optional)',
  send: 'Send',
} as const;
