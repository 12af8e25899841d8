/** What an operator copies from `deploy/` and reads in `docs/running.md` is true of this platform: names, ports, paths, metrics. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createMetrics } from '../../../server/operations/metrics.ts';
import { OPTION_SPECS } from '../../../server/options/option-specs.ts';
import { parseOptions } from '../../../server/options/parse-options.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (file: string) => readFile(root + file, 'utf8');
const variables = new Set(OPTION_SPECS.map(({ name }) => name));
/** Of Node, of the database's image and of the proxy's. */
const OTHERS = /^(NODE_ENV|TZ|POSTGRES_(USER|DB|PASSWORD)|REDIS(CLI_AUTH|_PASSWORD)|UPSTREAM)$/;
const unknown = (names: Iterable<string>) =>
  [...names].filter((name) => !variables.has(name) && !OTHERS.test(name));
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);

type Service = {
  environment?: Record<string, string>;
  env_file?: string;
  ports?: string[];
  networks: string[] | Record<string, { ipv4_address: string }>;
  volumes?: string[];
  depends_on?: object;
  command?: string[];
};
type Compose = { services: Record<string, Service>; volumes: Record<string, null>; networks: object };

/** With the YAML reader that knip brings along. */
async function compose(): Promise<Compose> {
  const knip = createRequire(`${root}node_modules/knip/package.json`);
  const { parse } = knip('yaml') as { parse(text: string): Compose };
  return parse(await read('deploy/compose.yaml'));
}

describe('the compose file', () => {
  it('sets nothing that the platform does not read, and what it sets lets the platform start', async () => {
    const { services } = await compose();
    const given = services.lectern?.environment ?? {};
    expect(unknown(Object.keys(given))).toEqual([]);
    const env = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, value.replace(/\$\{(\w+):[?-]\}/g, '')]),
    );
    const filled = {
      DOMAIN: 'lectern.example',
      LECTERN_KEY: Buffer.alloc(32).toString('base64'),
      GOOGLE_CLIENT_ID: 'id',
      LECTERN_TENANT: 'hill',
    };
    const parsed = parseOptions(services.lectern?.command ?? [], { ...env, ...filled });
    expect(parsed).toMatchObject({
      name: 'ok',
      options: { port: 8080, domain: 'lectern.example' },
    });
  });

  it('gives the platform every option of the file that the operator fills in', async () => {
    const { services } = await compose();
    expect(services.lectern?.env_file).toBe('.env');
  });

  it('keeps that file out of the image and out of the repository', async () => {
    for (const file of ['.gitignore', 'deploy/Dockerfile.dockerignore'])
      expect((await read(file)).split('\n')).toContain('deploy/.env');
  });

  it('asks for the variables that the example has, and those only', async () => {
    const text = await read('deploy/compose.yaml');
    const example = await read('deploy/lectern.env.example');
    const named = new Set(all(example, /^#?([A-Z][A-Z0-9_]*)=/gm));
    expect(unknown(named)).toEqual([]);
    const asked = new Set(all(text, /\$\{(\w+)/g));
    expect([...asked].filter((name) => !named.has(name))).toEqual([]);
  });

  it('lets the proxy alone be reached, which the platform trusts by the address that it has', async () => {
    const { services, volumes } = await compose();
    const open = Object.entries(services).filter(([, { ports }]) => ports !== undefined);
    expect(open.map(([name]) => name)).toEqual(['proxy']);
    const { networks } = services.proxy ?? {};
    const address = networks && !Array.isArray(networks) ? networks.inside?.ipv4_address : undefined;
    expect(services.lectern?.environment?.TRUST_PROXY).toBe(address);
    const used = Object.values(services).flatMap(({ volumes: mounts = [] }) =>
      mounts.map((mount) => mount.split(':')[0] ?? '').filter((name) => !name.startsWith('.')),
    );
    expect(new Set(used)).toEqual(new Set(Object.keys(volumes)));
  });

  it('lets the platform alone reach database and Redis, each with a password', async () => {
    const { services, networks } = await compose();
    const networksOf = (name: string) =>
      [services[name]?.networks ?? []]
        .flat()
        .flatMap((each) => (typeof each === 'string' ? each : Object.keys(each)));
    for (const store of ['postgres', 'redis']) {
      const [own, ...more] = networksOf(store);
      expect(more).toEqual([]);
      const others = Object.keys(services).filter(
        (name) => name !== store && networksOf(name).includes(own ?? ''),
      );
      expect([store, others]).toEqual([store, ['lectern']]);
      expect(networks).toMatchObject({ [own ?? '']: { internal: true } });
    }
    const { DATABASE_URL = '', REDIS_URL = '' } = services.lectern?.environment ?? {};
    expect(DATABASE_URL).toMatch(/:\$\{POSTGRES_PASSWORD:\?\}@/);
    expect(REDIS_URL).toMatch(/:\$\{REDIS_PASSWORD:\?\}@/);
    expect(services.redis?.command?.join(' ')).toMatch(/--requirepass \$\{REDIS_PASSWORD:\?\}/);
  });

  it('has one port for image, platform and proxy', async () => {
    const { services } = await compose();
    const port = services.lectern?.environment?.PORT;
    const dockerfile = await read('deploy/Dockerfile');
    expect(all(dockerfile, /EXPOSE (\d+)/g)).toEqual([port]);
    expect(all(dockerfile, /\bPORT=(\d+)/g)).toEqual([port]);
    expect(all(dockerfile, /127\.0\.0\.1:(\d+)\/healthz/g)).toEqual([port]);
    expect(services.proxy?.environment?.UPSTREAM).toBe(`lectern:${port}`);
    expect(all(await read('deploy/Caddyfile'), /\{\$UPSTREAM:127\.0\.0\.1:(\d+)\}/g)).toEqual([port]);
    expect(all(await read('deploy/lectern.service'), /\bPORT=(\d+)/g)).toEqual([port]);
  });
});

describe('the image', () => {
  it('copies what there is, runs as a user of its own, and has every folder that the platform imports', async () => {
    const text = await read('deploy/Dockerfile');
    const copied = text
      .split('\n')
      .filter((line) => line.startsWith('COPY ') && !line.includes('--from'))
      .flatMap((line) => line.split(' ').slice(1, -1));
    expect(copied.filter((path) => !existsSync(root + path))).toEqual([]);
    expect(text).toMatch(/^USER node$/m);
    expect(copied).toEqual(
      expect.arrayContaining(['server', 'src/domain', 'src/protocol', 'scripts', 'package.json']),
    );
    const { engines, dependencies } = JSON.parse(await read('package.json'));
    const [, major] = /FROM node:(\d+)/.exec(text) ?? [];
    expect(Number(major)).toBeGreaterThanOrEqual(Number(/\d+/.exec(engines.node)?.[0]));
    // It runs without a build, and without the libraries of development.
    expect(dependencies.tsx).toBeDefined();
  });
});

describe('the unit of systemd', () => {
  it('sets nothing that the platform does not read, and starts what the image starts', async () => {
    const text = await read('deploy/lectern.service');
    const set = all(text, /^Environment=(.*)$/gm).flatMap((line) => all(line, /(\w+)=/g));
    expect(unknown(set)).toEqual([]);
    expect(text).toMatch(
      /^ExecStart=\/usr\/bin\/node --enable-source-maps dist-node\/platform\.js --empty$/m,
    );
    expect(await read('deploy/Dockerfile')).toContain(
      '["node", "--enable-source-maps", "dist-node/platform.js"]',
    );
  });

  it('lets Node ask for a protection key when it starts, which systemd’s usual calls do not have', async () => {
    expect(await read('deploy/lectern.service')).toMatch(/^SystemCallFilter=@system-service @pkey$/m);
  });

  it('has the same user, folder and settings as the command beside it', async () => {
    const text = await read('deploy/lectern.service');
    const command = await read('deploy/lectern-command');
    const [, user = 'none'] = /^User=(\w+)$/m.exec(text) ?? [];
    expect(command).toContain(`--uid=${user} `);
    for (const line of all(
      text,
      /^((?:WorkingDirectory|EnvironmentFile|UMask|StateDirectory|StateDirectoryMode)=.*)$/gm,
    ))
      expect(command).toContain(`--property=${line}`);
    const [settings = ''] = all(text, /^Environment=(.*)$/gm);
    for (const setting of settings.split(' ').filter((each) => /^(NODE_ENV|LECTERN|TRUST)/.test(each)))
      expect(command).toContain(`--setenv=${setting}`);
  });

  it.skipIf(!existsSync('/usr/bin/systemd-analyze') || !existsSync('/usr/bin/node'))(
    'is one that systemd takes',
    async () => {
      const verify = promisify(execFile)('systemd-analyze', ['verify', `${root}deploy/lectern.service`]);
      expect(await verify).toEqual({ stdout: '', stderr: '' });
    },
  );
});

describe('the configuration of HAProxy', () => {
  it.skipIf(!existsSync('/usr/sbin/haproxy'))('is one that Debian’s HAProxy takes', async () => {
    // It rejects with what HAProxy says.
    await promisify(execFile)('/usr/sbin/haproxy', ['-c', '-f', `${root}deploy/haproxy.cfg`]);
  });
});

describe('the Caddyfile', () => {
  it.skipIf(!existsSync('/usr/bin/caddy'))('is one that Debian’s Caddy takes', async () => {
    const args = ['validate', '--adapter', 'caddyfile', '--config', `${root}deploy/Caddyfile`];
    const env = { ...process.env, DOMAIN: 'lectern.example', LECTERN_TENANT: 'school' };
    // It rejects with what Caddy says.
    await promisify(execFile)('/usr/bin/caddy', args, { env });
  });
});

describe('docs/running.md', () => {
  it('names options, commands, files and metrics that exist', async () => {
    const page = await read('docs/running.md');
    const quoted = all(page, /`([^`\n]+)`/g).join('\n');
    expect(unknown(all(`${quoted}\n${page}`, /\b([A-Z]{2,}(?:_[A-Z0-9]+)+)\b/g))).toEqual([]);
    const { scripts } = JSON.parse(await read('package.json'));
    for (const name of all(page, /npm run ([\w:-]+)/g)) expect(Object.keys(scripts)).toContain(name);
    for (const path of all(page, /\]\(([^)#]+)\)/g))
      expect(existsSync(`${root}docs/${path}`), path).toBe(true);
    for (const path of all(quoted, /((?:deploy|docs|tests|scripts)\/[\w./-]*)/g))
      expect(path === 'deploy/.env' || existsSync(root + path), path).toBe(true);
    const { text } = await createMetrics().read();
    const source = await read('server/operations/metrics.ts');
    const metrics = [...all(text, /^# TYPE (\w+) /gm), ...all(source, /'(lectern_\w+)'/g)];
    for (const name of all(quoted, /^((?:lectern|nodejs|process)_\w+)/gm)) expect(metrics).toContain(name);
    expect(await read('README.md')).toContain('(docs/running.md)');
  });
});
