/**
 * Completes the lock file after `npm install`: `npx tsx scripts/complete-lock.ts`. npm omits optional
 * packages of other platforms that its registry does not have, and `npm ci` then rejects its own lock file.
 */
import { readFile, writeFile } from 'node:fs/promises';

export type LockEntry = {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
};
export type Lock = { packages: Record<string, LockEntry> };

const SYSTEMS = new Set([
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
]);
const PROCESSORS = new Set([
  'arm',
  'arm64',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
]);

/** Optional packages without an entry in the lock file. */
export function missingFrom({ packages }: Lock): { path: string; version: string; dev: boolean }[] {
  const missing: { path: string; version: string; dev: boolean }[] = [];
  for (const [parent, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const nested = `${parent}/node_modules/${name}`;
      const shared = `node_modules/${name}`;
      if (packages[nested]?.version !== undefined || packages[shared]?.version !== undefined) continue;
      missing.push({ path: packages[nested] ? nested : shared, version, dev: entry.dev === true });
    }
  }
  return missing;
}

/** Adds the missing packages. Their names tell the operating system and the processor. */
export function complete(lock: Lock): Lock {
  const packages = { ...lock.packages };
  for (const { path, version, dev } of missingFrom(lock)) {
    const words = path.split('/').at(-1)?.split('-') ?? [];
    const system = words.find((word) => SYSTEMS.has(word));
    const processor = words.find((word) => PROCESSORS.has(word));
    const library = words.includes('musl') ? 'musl' : words.includes('gnu') ? 'glibc' : undefined;
    packages[path] = {
      version,
      ...(dev && { dev }),
      optional: true,
      ...(processor && { cpu: [processor] }),
      ...(library && { libc: [library] }),
      ...(system && { os: [system] }),
    };
  }
  const sorted = Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1));
  return { ...lock, packages: Object.fromEntries(sorted) };
}

if (process.argv[1]?.endsWith('complete-lock.ts')) {
  const lock = JSON.parse(await readFile('package-lock.json', 'utf8')) as Lock;
  await writeFile('package-lock.json', `${JSON.stringify(complete(lock), null, 2)}\n`);
}
