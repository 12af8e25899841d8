import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type NameServer, startNameServer } from './name-server.ts';

const CONSOLE = 'https://acme.lectern.example';
const about = { hostname: 'PC-LAB-7', consoleOrigins: [CONSOLE], port: 0 };

let server: NameServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

describe('the name server of a site runner', () => {
  async function ask(path: string, { method = 'GET', origin = CONSOLE } = {}) {
    server ??= await startNameServer(about);
    return fetch(`http://127.0.0.1:${server.port}${path}`, { method, headers: { origin } });
  }

  it('says its name to the console, and to no other page', async () => {
    const answer = await ask('/dnslookup');
    expect(await answer.text()).toBe('PC-LAB-7');
    expect(answer.headers.get('access-control-allow-origin')).toBe(CONSOLE);
    const other = await ask('/dnslookup', { origin: 'https://elsewhere.example' });
    expect(other.status).toBe(403);
    expect(other.headers.get('access-control-allow-origin')).toBeNull();
    expect(await other.text()).toBe('');
  });

  it('lets a public page of the console ask a machine of the local network', async () => {
    const answer = await ask('/dnslookup', { method: 'OPTIONS' });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-private-network')).toBe('true');
  });

  it('has nothing else', async () => {
    expect((await ask('/')).status).toBe(404);
    expect((await ask('/dnslookup', { method: 'POST' })).status).toBe(405);
  });
});

it('speaks TLS with the certificate that it is given', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-runner-'));
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  execFileSync(
    'openssl',
    [
      ...[
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '1',
      ],
      ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'],
      ...['-keyout', keyFile, '-out', certFile],
    ],
    { stdio: 'ignore' },
  );
  const tls = { key: await readFile(keyFile, 'utf8'), cert: await readFile(certFile, 'utf8') };
  server = await startNameServer({ ...about, tls, address: '127.0.0.1' });
  const { port } = server;
  const text = await new Promise<string>((resolve, reject) => {
    const asked = request(
      {
        host: '127.0.0.1',
        port,
        path: '/dnslookup',
        servername: 'localhost',
        ca: tls.cert,
        headers: { origin: CONSOLE },
      },
      (answer) => {
        let body = '';
        answer.on('data', (part) => {
          body += part;
        });
        answer.on('end', () => resolve(body));
      },
    );
    asked.on('error', reject);
    asked.end();
  });
  expect(text).toBe('PC-LAB-7');
  await rm(folder, { recursive: true });
});
