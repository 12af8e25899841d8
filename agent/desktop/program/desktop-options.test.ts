import { expect, it } from 'vitest';
import { readCommand } from './desktop-options.ts';

it('takes the file and the folder, and has defaults for both', () => {
  expect(readCommand(['--config', 'site.json', '--data', '/var/lib/x'], {})).toEqual({
    name: 'run',
    options: { configFile: 'site.json', dataDir: '/var/lib/x' },
  });
  expect(readCommand([], { XDG_STATE_HOME: '/home/mia/.state' })).toEqual({
    name: 'run',
    options: { configFile: '/etc/lectern-agent/deployment.json', dataDir: '/home/mia/.state/lectern-agent' },
  });
});

it('names an option that does not exist', () => {
  expect(readCommand(['--platform'], {})).toMatchObject({ problem: expect.stringContaining('--platform') });
});
