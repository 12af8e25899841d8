import { describe, expect, it } from 'vitest';
import { helpText } from './option-specs.ts';
import { parseOptions } from './parse-options.ts';

const ok = (argv: string[], env: Record<string, string> = {}) => {
  const result = parseOptions(argv, env);
  if (result.name !== 'ok') throw new Error(JSON.stringify(result));
  return result.options;
};
const bad = (argv: string[], env: Record<string, string> = {}) => {
  const result = parseOptions(argv, env);
  return result.name === 'bad' ? result.sentence : `not bad: ${result.name}`;
};

describe('options', () => {
  it('runs on this machine only, with thirty students, when nothing is said', () => {
    expect(ok([])).toMatchObject({
      port: 8080,
      listen: '127.0.0.1',
      domain: 'localhost',
      dataDir: '.data',
      students: 30,
      accessTokenSeconds: 900,
      reset: false,
      google: undefined,
      trustedProxies: [],
    });
  });

  it('takes flags with either spelling, and prefers them to the environment', () => {
    expect(ok([], {}).school).toBeUndefined();
    expect(ok(['--school', '10000'], {}).school).toBe(10_000);
    expect(ok(['--port=9000', '--students', '7', '--reset'], { PORT: '1', STUDENTS: '8' })).toMatchObject({
      port: 9000,
      students: 7,
      reset: true,
    });
  });

  it('begins a school of one’s own with --empty, without students, and named by its key unless said', () => {
    expect(ok([]).empty).toBeUndefined();
    expect(ok(['--empty', '--students', '7'])).toMatchObject({
      empty: { key: 'school', name: 'School' },
      students: 0,
    });
    expect(ok(['--empty', '--tenant', 'North-Hill']).empty).toEqual({
      key: 'north-hill',
      name: 'North Hill',
    });
    expect(ok(['--empty', '--tenant-name', 'St. Mary’s'], { LECTERN_TENANT: 'mary' }).empty).toEqual({
      key: 'mary',
      name: 'St. Mary’s',
    });
    // The variable alone has no effect, so it may stay set for later starts.
    expect(ok([], { LECTERN_TENANT: 'mary' }).empty).toBeUndefined();
  });

  it('refuses a tenant that no host name can begin with, and what goes with the demo only', () => {
    for (const key of ['login', 'config', 'id', 'demo', 'a.b', 'a b', '-a', 'ü'])
      expect(bad(['--empty', '--tenant', key])).toMatch(/^--tenant must be letters, digits and hyphens/);
    expect(bad(['--tenant', 'hill'])).toBe(
      '--tenant and --tenant-name say what --empty begins: add --empty.',
    );
    expect(bad(['--empty', '--tenant-name', 'n'.repeat(101)])).toMatch(/at most 100 characters/);
    expect(bad(['--empty', '--school', '1000'])).toBe(
      'SCHOOL fills the school of the demo, and with --empty there is no demo.',
    );
  });

  it('treats an empty variable as one that is not set', () => {
    expect(ok([], { PORT: '', GOOGLE_CLIENT_ID: '' })).toMatchObject({ port: 8080, google: undefined });
  });

  it.each([
    [['--port', 'x'], {}, 'PORT must be a whole number from 0 to 65535, not “x”.'],
    [['--port', '65536'], {}, 'PORT must be a whole number from 0 to 65535, not “65536”.'],
    [['--students', '-1'], {}, 'STUDENTS must be a whole number from 0 to 3000, not “-1”.'],
    ...['0', '-1', 'abc', '1e9', '20001', '10000.5'].map(
      (value) =>
        [['--school', value], {}, `SCHOOL must be a whole number from 420 to 20000, not “${value}”.`] as [
          string[],
          Record<string, string>,
          string,
        ],
    ),
    [['--school'], {}, '--school needs a value (N).'],
    [
      ['--school', '10000'],
      { GOOGLE_CLIENT_ID: 'id', TRUST_PROXY: 'loopback' },
      'SCHOOL fills the school of the demo, and with TRUST_PROXY there is no demo.',
    ],
    [['--port'], {}, '--port needs a value (N).'],
    [['--colour'], {}, 'There is no option --colour; --help lists them.'],
    [
      [],
      { LISTEN: 'everywhere' },
      'LISTEN must be an IP address such as 127.0.0.1 or 0.0.0.0, not “everywhere”.',
    ],
    [
      [],
      { DOMAIN: 'http://x' },
      'DOMAIN must be a host name such as school.example, without port or scheme, not “http://x”.',
    ],
    [
      [],
      { DATABASE_URL: 'mysql://u:hidden@h/d' },
      'DATABASE_URL must be an address that begins with postgres: or postgresql:',
    ],
    [
      [],
      { LECTERN_KEY: 'swordfish' },
      'LECTERN_KEY must be 32 random bytes in base64 or hexadecimal digits, such as openssl rand -base64 32 prints.',
    ],
    ...['1', 'true', 'proxy.example', '10.0.0.0/33', '0.0.0.0/0', '10.0.0.1,'].map(
      (value) =>
        [
          [],
          { TRUST_PROXY: value },
          `TRUST_PROXY must name the proxies whose headers are believed, not “${value}”: loopback for one on this machine, or addresses and ranges such as 10.0.0.5,10.1.0.0/24.`,
        ] as [string[], Record<string, string>, string],
    ),
    [
      [],
      { MICROSOFT_CLIENT_ID: 'id', MICROSOFT_TENANT: 'school.example' },
      'MICROSOFT_TENANT must be a directory id, organizations, or with private accounts common or consumers, not “school.example”.',
    ],
    [
      [],
      { ACCESS_TOKEN_SECONDS: '1' },
      'ACCESS_TOKEN_SECONDS must be a whole number from 5 to 3600, not “1”.',
    ],
  ])('says in one sentence what is wrong with %j %j', (argv, env, sentence) => {
    expect(bad(argv, env)).toBe(sentence);
  });

  it.each(['hex', 'base64', 'base64url'] as const)('takes 32 bytes of LECTERN_KEY in %s', (encoding) => {
    const bytes = Buffer.alloc(32, 0xfb);
    expect(ok([], { LECTERN_KEY: bytes.toString(encoding) }).encryptionKey).toEqual(bytes);
  });

  it.each([
    [{}, 'stun:localhost:3478'],
    [{}, 'stun:stun.localhost:3478'],
    [
      { DOMAIN: 'school.example', GOOGLE_CLIENT_ID: 'id', TRUST_PROXY: 'loopback' },
      'stun:School.example:3478',
    ],
  ])('takes the platform’s own STUN server: %j %s', (env, server) => {
    expect(ok([], { ...env, STUN_SERVER: server }).stunServer).toBe(server);
  });

  it.each([
    'stun:stun.elsewhere.example:3478',
    'stun:notlocalhost:3478',
    'stun:localhost:19302',
    'stun:localhost',
    'stuns:localhost:3478',
    'stun:elsewhere.example:3478?.localhost:3478',
    'turn:localhost:3478',
  ])('refuses any other STUN server: %s', (server) => {
    expect(bad([], { STUN_SERVER: server })).toBe(
      `STUN_SERVER must be the platform's own server on port 3478, such as stun:localhost:3478, not “${server}”.`,
    );
  });

  it.each<Record<string, string>>([
    { LISTEN: '0.0.0.0', TRUST_PROXY: 'loopback' },
    { DOMAIN: 'school.example', TRUST_PROXY: '10.0.0.5, 10.1.0.0/24' },
    { TRUST_PROXY: '::1' },
  ])('does not open itself to others with the development identity provider: %j', (env) => {
    expect(bad([], env)).toMatch(/needs real identity providers/);
    expect(ok([], { ...env, GOOGLE_CLIENT_ID: 'id' }).google).toEqual({ clientId: 'id' });
    expect(ok([], { ...env, MICROSOFT_CLIENT_ID: 'id' }).microsoft).toEqual({
      clientId: 'id',
      tenant: 'organizations',
    });
  });

  it.each<Record<string, string>>([
    { LISTEN: '0.0.0.0' },
    { LISTEN: '192.168.0.10' },
    { DOMAIN: 'school.example' },
  ])('does not open itself to others without a TLS proxy in front: %j', (env) => {
    const [[name, value] = []] = Object.entries(env);
    expect(bad([], { ...env, GOOGLE_CLIENT_ID: 'id' })).toBe(
      `${name}=${value} opens the platform to other machines, which needs TLS: put a proxy that ends TLS in front of it, and name the proxy’s address with TRUST_PROXY (TRUST_PROXY=loopback where it runs on this machine).`,
    );
    expect(bad([], { ...env, GOOGLE_CLIENT_ID: 'id', TRUST_PROXY: '0' })).toMatch(/needs TLS/);
  });

  it.each([
    ['PUBLIC_MQTT_URL', 'ws://mqtt.school.example:8083/mqtt', 'wss'],
    ['PUBLIC_REST_URL', 'http://rest.school.example', 'https'],
    ['PUBLIC_AUTH_URL', 'http://192.168.0.10', 'https'],
    ['LOGIN_URL', 'http://login.school.example', 'https'],
    ['CONFIG_URL', 'http://10.0.0.5:8080', 'https'],
    ['WINDOWS_INSTALLER_URL', 'http://files.school.example/agent.msi', 'https'],
    ['S3_ENDPOINT', 'http://images.school.example', 'https'],
  ])('tells others no address without TLS: %s=%s', (name, address, scheme) => {
    const bucket = { S3_BUCKET: 'images', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
    const env = { GOOGLE_CLIENT_ID: 'id', DOMAIN: 'school.example', TRUST_PROXY: 'loopback', ...bucket };
    expect(bad([], { ...env, [name]: address })).toBe(
      `${name}=${address} is told to other machines, which needs TLS: it must begin with ${scheme}://.`,
    );
    const here = address.replace(/\/\/[^:/]+/, '//127.0.0.1');
    for (const good of [address.replace(/^\w+/, scheme), here])
      expect(ok([], { ...env, [name]: good }).trustedProxies).toEqual(['loopback']);
    expect(ok([], { ...bucket, [name]: address }).trustedProxies).toEqual([]);
  });

  it('names its proxies, and none by default', () => {
    const env = { GOOGLE_CLIENT_ID: 'id', TRUST_PROXY: 'loopback, 10.0.0.5,10.1.0.0/24,fd00::/8' };
    expect(ok([], env).trustedProxies).toEqual(['loopback', '10.0.0.5', '10.1.0.0/24', 'fd00::/8']);
    for (const none of ['', '0', 'false']) expect(ok([], { TRUST_PROXY: none }).trustedProxies).toEqual([]);
  });

  it('keeps images in a bucket where one is named, with all that it takes', () => {
    const keys = { S3_BUCKET: 'school-images', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
    const s3Of = (env: Record<string, string>) => {
      const result = parseOptions([], env);
      return result.name === 'ok' ? result.options.s3 : result;
    };
    expect(s3Of({})).toBeUndefined();
    expect(s3Of({ ...keys, S3_REGION: 'eu-central-1' })).toMatchObject({
      bucket: 'school-images',
      endpoint: 'https://s3.eu-central-1.amazonaws.com',
    });
    expect(s3Of({ ...keys, S3_ENDPOINT: 'http://127.0.0.1:9000/' })).toMatchObject({
      endpoint: 'http://127.0.0.1:9000',
    });
    for (const bad of [
      { S3_BUCKET: 'school-images' },
      { ...keys, S3_BUCKET: 'No Bucket' },
      { ...keys, S3_REGION: 'x/y' },
      { ...keys, S3_ENDPOINT: 'https://s3.example/path' },
    ])
      expect(s3Of(bad)).toMatchObject({ name: 'bad' });
  });

  it('writes the log as text unless JSON is asked for, and knows no other form', () => {
    expect(ok([]).logFormat).toBe('text');
    expect(ok(['--log-format', 'json']).logFormat).toBe('json');
    expect(ok([], { LOG_FORMAT: 'json' }).logFormat).toBe('json');
    expect(bad([], { LOG_FORMAT: 'xml' })).toBe('LOG_FORMAT must be text or json, not “xml”.');
  });

  it('lists every option in its help', () => {
    expect(parseOptions(['--help'], {})).toEqual({ name: 'help' });
    for (const name of [
      '--port N, PORT',
      '--reset',
      'LECTERN_DATA',
      'DATABASE_URL',
      'TRUST_PROXY',
      'ICE_SECRET',
      'VNC_CA',
      'S3_BUCKET',
    ]) {
      expect(helpText()).toContain(name);
    }
  });
});

it('lets several processes share a Redis only where they share a PostgreSQL too', () => {
  const DATABASE_URL = 'postgres://db.school.example/lectern';
  const REDIS_URL = 'redis://127.0.0.1:6379';
  expect(ok([]).redisUrl).toBeUndefined();
  expect(ok([], { DATABASE_URL, REDIS_URL }).redisUrl).toBe(REDIS_URL);
  expect(bad([], { REDIS_URL })).toMatch(/set DATABASE_URL/);
});

describe('options of a Mosquitto in place of the embedded broker', () => {
  const MQTT_BROKER_URL = 'mqtt://127.0.0.1:1883';
  const PUBLIC_MQTT_URL = 'wss://mqtt.school.example';

  it('name it and the folder of its files, which is in the data folder unless said', () => {
    expect(ok([]).mqttBroker).toBeUndefined();
    const env = { MQTT_BROKER_URL, PUBLIC_MQTT_URL };
    expect(ok(['--data', '/srv/lectern'], env).mqttBroker).toEqual({
      url: MQTT_BROKER_URL,
      folder: '/srv/lectern/mosquitto',
    });
    expect(ok([], { ...env, MQTT_BROKER_FILES: '/etc/lists' }).mqttBroker?.folder).toBe('/etc/lists');
  });

  it('need the way of browsers to it, and one process', () => {
    expect(bad([], { MQTT_BROKER_URL })).toMatch(/PUBLIC_MQTT_URL/);
    expect(bad([], { MQTT_BROKER_URL: 'http://127.0.0.1', PUBLIC_MQTT_URL })).toMatch(
      /^MQTT_BROKER_URL must/,
    );
    const shared = { DATABASE_URL: 'postgres://db/lectern', REDIS_URL: 'redis://127.0.0.1' };
    expect(bad([], { MQTT_BROKER_URL, PUBLIC_MQTT_URL, ...shared })).toMatch(/one process/);
  });
});
