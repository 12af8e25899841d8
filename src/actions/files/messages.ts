/** The words of file exchange, and of what is not there in this version. */
export const m = {
  sendFiles: 'Send Files',
  collectFiles: 'Collect Files',
  sendText: 'This will copy files of yours into a folder on each of the selected devices.',
  collectText: 'This will look for files on the selected Windows devices and copy them to you.',
  notThereYet:
    'It needs a direct connection to the devices, which this version does not have yet. Nothing was sent.',
  close: 'Close',
} as const;
