import { hostname } from 'node:os';
import { expect, it } from 'vitest';
import type { RunnerOptions } from './runner-options.ts';
import { isHiddenFromService, systemdUnit } from './systemd-unit.ts';

const OPTIONS: RunnerOptions = {
  origin: 'https://acme.lectern.example',
  consoleOrigin: 'https://acme.lectern.example',
  tenant: 'acme',
  token: { name: 'missing' },
  tls: undefined,
  dataDir: '/home/ann/.lectern-runner',
  hostname: hostname(),
  port: 443,
  address: undefined,
  isAuthorityTrusted: false,
  nameUrl: undefined,
  wake: [],
};
const unit = (options: Partial<RunnerOptions> = {}) =>
  systemdUnit({
    node: '/usr/bin/node',
    program: '/opt/lectern-runner/lectern-runner.mjs',
    tokenFile: '/etc/lectern-runner/token',
    options: { ...OPTIONS, ...options },
  });
const lineOf = (text: string, key: string) => text.split('\n').filter((line) => line.startsWith(`${key}=`));

it('runs the program with what differs from what it takes by itself', () => {
  expect(lineOf(unit(), 'ExecStart')).toEqual([
    'ExecStart=/usr/bin/node /opt/lectern-runner/lectern-runner.mjs run --platform https://acme.lectern.example --tenant acme',
  ]);
  expect(lineOf(unit(), 'LoadCredential')).toEqual(['LoadCredential=token:/etc/lectern-runner/token']);
  const own = unit({ port: 8443, hostname: 'attic', wake: [{ address: '10.0.0.255', port: 9 }] });
  expect(own).toContain(' --port 8443 --hostname attic --wake 10.0.0.255:9\n');
});

it('hands over the files of the certificate, which root alone may read', () => {
  const text = unit({ tls: { certFile: '/etc/tls/cert.pem', keyFile: '/etc/tls/key.pem' } });
  expect(text).toContain(` --cert \${CREDENTIALS_DIRECTORY}/cert --key \${CREDENTIALS_DIRECTORY}/key\n`);
  expect(lineOf(text, 'LoadCredential')).toEqual([
    'LoadCredential=token:/etc/lectern-runner/token',
    'LoadCredential=cert:/etc/tls/cert.pem',
    'LoadCredential=key:/etc/tls/key.pem',
  ]);
});

it('leaves nothing to be taken for something else', () => {
  expect(unit({ hostname: 'the "lab" $1 5%' })).toContain(' --hostname "the \\"lab\\" $$1 5%%"\n');
});

it('sees no program in a home folder', () => {
  const nodes = ['/home/ann/.nvm/node', '/root/.nvm/node', '/usr/bin/node', '/opt/home/node'];
  expect(nodes.filter(isHiddenFromService)).toEqual(['/home/ann/.nvm/node', '/root/.nvm/node']);
  expect(unit()).toMatch(/^ProtectHome=yes$/m);
});
