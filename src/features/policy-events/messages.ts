/** The words of the policy events of a group or a person; the interface calls them alerts. */
export const m = {
  table: (p: { title: string }) => `Alerts of ${p.title}`,
  time: 'Time',
  who: 'Who',
  what: 'What happened',
  policy: 'Policy',
  rule: 'Rule',
  details: 'Details',
  picture: (p: { who: string; time: string }) => `Screen of ${p.who}, ${p.time}`,
  showPicture: (p: { alt: string }) => `Show in large: ${p.alt}`,
  openPicture: 'Open in a new tab',
  pictureLoading: 'Loading the picture…',
  pictureGone: 'The picture is no longer kept.',
  pictureNotLoaded: 'The picture could not be loaded.',
  isNew: 'New',
  noEvents: 'There are no events',
  loading: 'Loading alerts…',
  notLoaded: 'The alerts could not be loaded',
  notRefreshed: 'The newest alerts could not be loaded.',
  retry: 'Retry',
  cleanUp: 'Clean up alerts',
  nothingToCleanUp: 'There is nothing to clean up',
  cleanUpQuestion: (p: { title: string }) => `Delete all alerts of ${p.title}?`,
  cleaningUp: 'Deleting…',
  cancel: 'Cancel',
  close: 'Close',
  deleteAll: 'Delete all alerts',
  cleanedUp: (p: { title: string }) => `All alerts of ${p.title} were deleted`,
  notCleanedUp: 'The alerts could not be deleted.',
  unknownUser: 'Unknown user',
  manyEvents: (p: { count: number }) => `${p.count} new alerts in this group`,
  bell: (p: { name: string; count: number }) =>
    p.count === 1 ? `1 new alert from ${p.name}` : `${p.count} new alerts from ${p.name}`,
} as const;

const ofGroup = {
  noEventsText: 'What policies report from the devices of this group appears here.',
  cleanUpWarning: 'The alerts are deleted for every tutor of this group. This cannot be undone.',
} as const;

const ofPerson = {
  noEventsText: 'What policies report from the devices of this person appears here.',
  cleanUpWarning: 'The alerts are deleted for every tutor of this person. This cannot be undone.',
} as const;

/** The words for a group's events, or for a person's. */
export const wordsOf = ({ of }: { of: { groupId: string } | { userId: string } }) =>
  'groupId' in of ? ofGroup : ofPerson;

export const happened = {
  BlockWebsitesDefinition: 'Opened a blocked website',
  BlockAppDefinition: 'Started a blocked application',
  KeywordMonitoringDefinition: 'Used a monitored word',
  ScreenCaptureDefinition: 'The screen was captured',
  poll: 'Answered a poll',
  other: 'Something was reported',
} as const;

export const detailLabel = {
  url: 'Page',
  MainWindowTitle: 'Window',
  Path: 'Program',
  word: 'Word',
  question: 'Question',
  answer: 'Answer',
  text: 'Text',
  deviceTime: 'Clock of the device',
} as const;
