import type { SelectionProblem, TextProblem } from '#domain/files/file-exchange-rules.ts';
import { MAX_PATTERNS } from '#domain/files/file-exchange-rules.ts';
import type { FileProblem } from '#peer/files/file-problem.ts';
import type { Direction } from '#peer/files/file-record.ts';
import { PEER_FAILURE_TEXTS } from '#peer/messages.ts';

const files = (count: number) => (count === 1 ? '1 file' : `${count.toLocaleString('en')} files`);
const devices = (count: number) => (count === 1 ? '1 device' : `${count} devices`);

export const m = {
  title: 'File Exchange',
  tabs: 'Direction',
  sendFiles: 'Send Files',
  collectFiles: 'Collect Files',
  collapse: 'Collapse',
  expand: 'Expand',
  close: 'Close',
  closeWhileRunning: 'A transfer is running: wait for its end, or cancel it',
  loading: 'Loading…',
  to: 'To',
  from: 'From',
  devicesCount: (p: { count: number }) => devices(p.count),
  noDevicesToSend: 'Choose who gets files',
  noDevicesToSendText: 'Select devices on a group’s page, then press Send Files there.',
  noDevicesToCollect: 'Choose whose files to collect',
  noDevicesToCollectText: 'Select devices on a group’s page, then press Collect Files there.',
  drop: 'Drop files here, or choose them',
  dropHint: 'Up to 5 files, less than 1.5GB in total',
  chosenFiles: 'Chosen files',
  remove: (p: { name: string }) => `Remove ${p.name}`,
  destination: 'Destination folder',
  destinationHint: 'On the devices, for example %downloads% or %desktop%',
  send: 'Send',
  noFiles: 'Choose files first',
  folders: 'Folders cannot be sent. Choose the files in them.',
  patterns: 'File patterns',
  patternsHint: 'For example *.docx, *.pdf — separated by commas',
  folder: 'Folder path',
  folderHint: 'For example %downloads%, %documents% or C:\\Users\\Public',
  getListing: 'Get files Listing',
  listing: 'Looking for files…',
  answered: (p: { answered: number; total: number }) => `${p.answered} of ${p.total} devices answered`,
  showFound: 'Show what was found',
  stop: 'Stop',
  retrievalFailed: 'Error while retrieving files',
  filesOf: (p: { name: string }) => `All files of ${p.name}`,
  foundCount: (p: { count: number }) => files(p.count),
  moreThanListed: 'There are more than can be listed: narrow the patterns.',
  nothingFound: 'No files found',
  nothingFoundText: 'No file in this folder fits the patterns.',
  noAnswer: 'No answer from',
  couldNotList: 'The folder could not be read by',
  back: 'Back',
  chosen: (p: { count: number; size: string }) => `${files(p.count)} chosen, ${p.size}`,
  chooseFirst: 'Choose files in the list first',
  transfers: 'Transfers',
  nothingSent: 'Nothing has been sent yet',
  nothingCollected: 'Nothing has been collected yet',
  total: 'All files',
  totalText: (p: { done: string; total: string }) => `${p.done} of ${p.total}`,
  finishedOf: (p: { finished: number; count: number }) => `${p.finished} of ${files(p.count)} done`,
  speed: (p: { size: string }) => `${p.size}/s`,
  left: (p: { time: string }) => `${p.time} left`,
  progressOf: (p: { name: string }) => `Progress of ${p.name}`,
  cancel: 'Cancel',
  cancelOf: (p: { name: string }) => `Cancel: ${p.name}`,
  cancelAll: 'Cancel all',
  retry: 'Retry',
  retryOf: (p: { name: string }) => `Retry: ${p.name}`,
  retryAll: 'Retry failed',
  resume: 'Resume',
  resumeOf: (p: { name: string }) => `Resume: ${p.name}`,
  resumeAll: 'Resume all',
  packing: (p: { done: number; count: number }) =>
    `Putting ${files(p.count)} into one: ${p.done.toLocaleString('en')} done`,
  save: 'Save',
  saveAll: 'Save all',
  saveOf: (p: { name: string }) => `Save: ${p.name}`,
  dropOf: (p: { name: string }) => `Remove the copy kept here: ${p.name}`,
  clear: 'Clear',
  failedCount: (p: { count: number }) => `${p.count} failed`,
  cancelledCount: (p: { count: number }) => `${p.count} cancelled`,
  ended: (p: { title: string; finished: number; count: number; failed: number }) =>
    `${p.title}: ${p.finished} of ${files(p.count)} done${p.failed > 0 ? `, ${p.failed} failed` : ''}`,
} as const;

export const selectionText: Record<SelectionProblem, string> = {
  none: m.noFiles,
  'too-many': 'You can only select up to 5 files.',
  'too-large': 'Max size of file should be less than 1.5GB',
};

export const textProblemText: Record<TextProblem, string> = {
  empty: "Field is required and can't be empty",
  'too-long': 'Max 255 characters',
  'too-many': `Max ${MAX_PATTERNS} patterns`,
};

/** The states of one file. Bytes and speed are shown beside it. */
export const stateText = {
  send: {
    waiting: 'Waiting for its turn',
    requested: 'Connecting…',
    progress: 'Sending…',
    finished: 'Sent',
    cancelled: 'Cancelled',
  },
  collect: {
    waiting: 'Waiting for its turn',
    requested: 'Requested',
    progress: 'Collecting…',
    finished: 'Collected',
    cancelled: 'Cancelled',
  },
} as const;

export const interruptedText = 'Interrupted';

/** Why a file did not arrive, in two or three words. */
export const failureText = (direction: Direction, problem: FileProblem): string => {
  if (problem === 'disconnected') return 'Client disconnected';
  return direction === 'send' ? 'Can’t upload' : 'Can’t collect';
};

/** The file system of one side refused; which side is unknown. */
const unreadable: Record<Direction, string> = {
  send: 'The file could not be read, or not be written on the device',
  collect: 'The file could not be read on the device, or not be written here',
};

const details: Record<Exclude<FileProblem, 'unreadable'>, string | undefined> = {
  disconnected: undefined,
  'no-answer': 'Nothing moved for 15 seconds',
  unreachable: 'No direct connection to the device could be made',
  broken: 'The connection to the device broke again and again',
  'not-sent': 'The request did not reach the device',
  offline: 'This console is not connected',
  stopped: 'Ended on the device',
  refused: 'It was not wanted on the device',
  busy: 'The device is busy with other files',
  failed: 'The device could not do it',
  unsupported: 'This device does not support it',
  'no-file': 'The file is not there any more',
  changed: 'The file has changed meanwhile',
  'bad-hash': 'The content did not arrive as it was sent',
  'bad-chunk': 'The content did not arrive as it was sent',
  unexpected: 'The device did not expect this file',
  'too-large': 'The file is larger than announced',
  'disk-full': 'There is not enough room',
  ...PEER_FAILURE_TEXTS,
};

/** The details of a failure, if there are any. */
export const problemDetail = (direction: Direction, problem: FileProblem): string | undefined =>
  problem === 'unreadable' ? unreadable[direction] : details[problem];

/** `95` → `1 min 35 s`. */
export function durationText(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return whole % 60 === 0 ? `${minutes} min` : `${minutes} min ${whole % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
