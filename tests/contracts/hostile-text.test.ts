/**
 * A text of any length and content, in any field that takes a text, must not stop the platform: each schema is read, and
 * each operation of the OpenAPI document called, with the texts that make a careless check slow.
 */
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALL_LIMITS } from '../../server/http/call-limits.ts';
import { createPlatform, type Platform } from '../../server/platform/platform.ts';
import { OPERATIONS } from '../../server/rest/openapi/operations/all-operations.ts';
import { takeDataFolder, testOptions } from '../support/classroom/seeded-data.ts';
import { adminSession, ask, consoleSession } from '../support/tutors/platform-session.ts';
import { HOSTILE_TEXTS, hostileValues } from '../support/wire/hostile-values.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const LONG_MS = 240_000;
const LENGTH = 60_000;
/** As long as a body may be. */
const MAX_LENGTH = 1_000_000;
const BOUND_MS = 100;
const ATTEMPTS = 3;
const TICK_MS = 2;

const TEXTS = Object.entries(HOSTILE_TEXTS);

async function schemasBelow(folder: string): Promise<[name: string, schema: v.GenericSchema][]> {
  const found = new Map<v.GenericSchema, string>();
  for (const file of await readdir(`${root}${folder}`, { recursive: true })) {
    if (!file.endsWith('.ts') || /\.test\.ts$|fakes\/|\.d\.ts$/.test(file)) continue;
    const exports = (await import(`${root}${folder}/${file}`)) as Record<string, unknown>;
    for (const [name, value] of Object.entries(exports))
      for (const [part, schema] of [['', value] as const, ...partsOf(value)])
        if (isSchema(schema)) found.set(schema, `${folder}/${file} ${name}${part}`);
  }
  return [...found].map(([schema, name]) => [name, schema]);
}

/** Schemas are also exported in tables, by name. */
const partsOf = (value: unknown) =>
  typeof value === 'object' && value !== null && !isSchema(value)
    ? Object.entries(value).map(([key, part]) => [`.${key}`, part] as const)
    : [];
const isSchema = (value: unknown): value is v.GenericSchema =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema';

/** The shortest of several: a busy machine lengthens single ones. */
function shortest(work: () => void): number {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < ATTEMPTS && least > BOUND_MS; attempt += 1) {
    const from = performance.now();
    work();
    least = Math.min(least, performance.now() - from);
  }
  return least;
}

const slowTexts = (schema: v.GenericSchema, length: number): string[] =>
  TEXTS.filter(([, textOf]) =>
    hostileValues(schema, textOf(length)).some(
      (value) => shortest(() => void v.safeParse(schema, value)) > BOUND_MS,
    ),
  ).map(([name]) => name);

/** The files that each program that reads schemas begins with, or has in any case. */
const PROGRAMS = [
  'agent/core/device.ts',
  'agent/page/main.tsx',
  'agent/runner/site-runner.ts',
  'server/platform/platform.ts',
  'src/main.tsx',
  'sw/service-worker.ts',
  'workers/chunks/main.ts',
  'workers/inventory/main.ts',
  'workers/live/main.ts',
];

describe('a schema', () => {
  it.each(PROGRAMS)('is read up to the first fault of a field in %s', async (program) => {
    expect(await readFile(`${root}${program}`, 'utf8')).toContain("import '#protocol/first-fault.ts';");
  });

  it('reads any text without a pause', { timeout: LONG_MS }, async () => {
    const schemas = [...(await schemasBelow('src/protocol')), ...(await schemasBelow('src/domain'))];
    expect(schemas.length).toBeGreaterThan(150);
    expect(v.safeParse(v.pipe(v.string(), v.minLength(3), v.minLength(2)), '').issues).toHaveLength(1);
    const slow: string[] = [];
    for (const [name, schema] of schemas) {
      // Only what passes here is read at full length: otherwise that could take hours.
      const texts = slowTexts(schema, LENGTH);
      if (texts.length > 0 || slowTexts(schema, MAX_LENGTH).length > 0)
        slow.push(`${name}: ${texts.join(', ')}`);
    }
    expect(slow).toEqual([]);
  });
});

/** The schemas were read with all of them. */
const TEXTS_OF_CALLS = ['dots', 'an address of dots', 'blanks'] as const;

/** As long as a body may be at most. */
function bodiesWith(schema: v.GenericSchema, textOf: (length: number) => string): string[] {
  return hostileValues(schema, textOf(LENGTH)).map((value, i) => {
    const body = JSON.stringify(value);
    if (body.length < MAX_LENGTH) return body;
    return JSON.stringify(hostileValues(schema, textOf(LENGTH / 20))[i]);
  });
}

describe('a call', () => {
  let platform: Platform;
  let remove: () => Promise<void>;
  let tokens: string[];

  beforeAll(async () => {
    const folder = await takeDataFolder();
    remove = folder.remove;
    const unlimited = Object.fromEntries(Object.keys(CALL_LIMITS).map((kind) => [kind, 1_000_000]));
    platform = await createPlatform(testOptions({ dataDir: folder.dataDir, students: 0 }), {
      limits: { ...CALL_LIMITS, ...unlimited },
    });
    const sessions = [
      await adminSession(platform, 'admin@demo.example'),
      await consoleSession(platform, 'maintainer@demo.example'),
    ];
    tokens = sessions.map(({ accessToken }) => accessToken);
  }, LONG_MS);
  afterAll(async () => {
    await platform.close();
    await remove();
  }, LONG_MS);

  const workedMs = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  };

  /** The longest time that this process, in which the platform runs, worked at one thing. A busy machine adds nothing. */
  async function longestPause(work: () => Promise<unknown>): Promise<number> {
    let longest = 0;
    let last = workedMs();
    const tick = () => {
      const now = workedMs();
      longest = Math.max(longest, now - last);
      last = now;
    };
    const timer = setInterval(tick, TICK_MS);
    await work();
    tick();
    clearInterval(timer);
    return longest;
  }

  async function pausesFor(call: () => Promise<unknown>): Promise<boolean> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1)
      if ((await longestPause(call)) <= BOUND_MS) return false;
    return true;
  }

  it('with any text in its fields leaves the platform free for others', { timeout: LONG_MS }, async () => {
    const slow: string[] = [];
    let calls = 0;
    for (const [id, { route, body }] of Object.entries(OPERATIONS)) {
      if (body === undefined) continue;
      const [method = '', path = ''] = route.split(' ');
      const url = `${platform.origin('demo')}${path.replaceAll(/:\w+/g, 'riverside')}`;
      for (const name of TEXTS_OF_CALLS) {
        for (const sent of bodiesWith(body, HOSTILE_TEXTS[name])) {
          for (const token of tokens) {
            const headers = {
              'content-type': 'application/json',
              'tenant-key': 'demo',
              authorization: `Bearer ${token}`,
            };
            calls += 1;
            let status = 0;
            const call = async () => {
              ({ status } = await ask(url, { method, headers, body: sent }));
            };
            if (await pausesFor(call)) slow.push(`${id}: ${name}`);
            // The other session is for what this one may not call.
            if (status !== 403) break;
          }
        }
      }
    }
    expect(calls).toBeGreaterThan(200);
    expect(slow).toEqual([]);
  });
});
