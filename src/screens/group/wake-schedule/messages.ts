const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** 0 = Sunday … 6 = Saturday. */
export const dayName = (day: number): string => DAYS[day] ?? '';

export const m = {
  title: 'Wake on Lan Schedule',
  onPause: 'Schedule on Pause',
  active: 'Schedule is active',
  none: 'There is no schedule',
  wakeGroup: 'Wake group',
  close: 'Close',
  enabled: 'Wake this group on a schedule',
  timesOf: 'Start times, by the clock of the school',
  days: 'Days',
  startTime: 'Start time',
  add: 'Add',
  addHint: 'Choose at least one day and a start time',
  nothingPlanned: 'No start times yet',
  periods: 'Start times',
  remove: (p: { day: string; time: string }) => `Remove ${p.day}, ${p.time}`,
  clear: 'Clear schedule',
  nothingToClear: 'There is nothing to clear',
  submit: 'Submit',
  submitting: 'Saving…',
  needsPeriods: 'A schedule that is on needs at least one start time',
  nothingChanged: 'Nothing has changed',
  cancel: 'Cancel',
  saved: 'Schedule saved',
  notSaved: 'The schedule was not saved. Your changes are still here.',
  leaveText: 'Your changes to this schedule are not saved.',
  switchedOff: 'Waking is switched off in the settings of this site: no schedule wakes anybody.',
  readOnly: 'The Group Maintainer role is required to change this schedule.',
} as const;
