export const m = {
  title: 'Launch',
  mode: 'What to open',
  url: 'A web page',
  program: 'A program',
  command: 'Command',
  commandHint: 'On computers with an agent only, for example notepad.exe',
  commandMissing: 'Please enter a command',
  args: 'Arguments (optional)',
  launch: 'Launch',
} as const;
