/** The words of the launch dialog. */
export const m = {
  title: 'Launch',
  mode: 'What to open',
  url: 'A web page',
  program: 'A program',
  address: 'Address',
  addressHint: 'http:// is added where it is missing',
  addressMissing: 'Please enter an address',
  addressWrong: 'This is not the address of a web page',
  command: 'Command',
  commandHint: 'On Windows devices only, for example notepad.exe',
  commandMissing: 'Please enter a command',
  args: 'Arguments (optional)',
  launch: 'Launch',
} as const;
