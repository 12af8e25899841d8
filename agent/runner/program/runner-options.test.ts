import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { readCommand } from './runner-options.ts';

const PLATFORM = ['--platform', 'https://acme.lectern.example'];
const read = (args: string[], env = {}) => readCommand([...PLATFORM, ...args], env);
const optionsOf = (args: string[], env = {}) => {
  const command = read(args, env);
  if (!('options' in command)) throw new Error(JSON.stringify(command));
  return command.options;
};

describe('the command line of the site runner', () => {
  it('needs no more than the address of the console', () => {
    expect(optionsOf([], { STATE_DIRECTORY: '/state' })).toEqual({
      origin: 'https://acme.lectern.example',
      consoleOrigin: 'https://acme.lectern.example',
      tenant: 'acme',
      token: { name: 'missing' },
      tls: undefined,
      dataDir: '/state',
      hostname: hostname(),
      port: 443,
      address: undefined,
      isAuthorityTrusted: false,
      nameUrl: undefined,
      wake: [],
    });
  });

  it('takes the token from a file, the environment, or what systemd hands over, in this order', () => {
    const env = { LECTERN_RUNNER_TOKEN: 'secret', CREDENTIALS_DIRECTORY: '/run/credentials' };
    expect(optionsOf(['--token-file', '/t'], env).token).toEqual({ name: 'file', path: '/t' });
    expect(optionsOf([], env).token).toEqual({ name: 'environment', token: 'secret' });
    expect(optionsOf([], { ...env, LECTERN_RUNNER_TOKEN: '' }).token).toEqual({
      name: 'file',
      path: '/run/credentials/token',
    });
  });

  it('wakes where it is told to', () => {
    expect(optionsOf(['--wake', '10.0.0.255', '--wake', '10.1.255.255:7']).wake).toEqual([
      { address: '10.0.0.255', port: 9 },
      { address: '10.1.255.255', port: 7 },
    ]);
  });

  it('has commands', () => {
    expect(read(['--version'])).toEqual({ name: 'version' });
    expect(read(['-h', '--port', 'x'])).toEqual({ name: 'help' });
    expect(read(['install', '--root', '/tmp/r'])).toMatchObject({ name: 'install', root: '/tmp/r' });
  });

  it.each([
    [['--token', 'secret'], "Unknown option '--token'"],
    [['start'], 'there is no command start'],
    [['install', '--data', '/srv/runner'], '--data is not for install'],
    [['--cert', '/c'], '--cert and --key belong together'],
    [['--port', '70000'], '--port must be'],
    [['--name-url', 'http://runner'], '--name-url must be'],
    [['--wake', 'everybody'], '--wake must be'],
    [['--wake', '10.0.0.255:9:9'], '--wake must be'],
  ])('refuses %j: %s', (args, problem) => {
    expect(read(args)).toEqual({ problem: expect.stringContaining(problem) });
  });

  it('says that the platform is missing', () => {
    expect(readCommand([], {})).toEqual({ problem: expect.stringContaining('--platform is missing') });
    expect(readCommand([], { LECTERN_PLATFORM: 'https://acme.lectern.example' })).toHaveProperty('options');
  });
});
