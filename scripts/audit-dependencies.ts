/** `npm run audit-dependencies`: checks the lock file against the stored advisories. Needs no network. */
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { failed } from './command-options.ts';
import { type Advisory, fromExport, readStored, type StoredAdvisories } from './dependencies/advisories.ts';
import { auditDependencies } from './dependencies/audit.ts';
import { type LockedPackage, readLock } from './dependencies/lock-file.ts';

const ADVISORIES_FILE = 'scripts/dependencies/advisories.json';

const USAGE = `npm run audit-dependencies -- [--refresh FILE|FOLDER]

Looks at package-lock.json: digests, licences of what ships, programs that run at installation, deprecated packages, and
known vulnerabilities as far as ${ADVISORIES_FILE} has them.

--refresh    reads an export of OSV (https://osv.dev, the ecosystem npm; one file, or the folder of the unpacked archive)
             and keeps what concerns the packages of the lock file.

What it cannot see: vulnerabilities that nobody has reported, or reported after the export; whether the code that is
concerned is ever reached; what a package does that is not what its source says; and the digests that the lock file has
are those that the registry gave when it was written.`;

export async function main(args: readonly string[]): Promise<number> {
  const [option, from, ...more] = args;
  if (option === '--help') {
    console.log(USAGE);
    return 0;
  }
  if (option !== undefined && (option !== '--refresh' || from === undefined || more.length > 0))
    return failed(USAGE);
  const packages = readLock(await readFile('package-lock.json', 'utf8'));
  let stored = readStored(await readFile(ADVISORIES_FILE, 'utf8'));
  if (from !== undefined) {
    const read = await refreshed(stored, from, packages).catch((error: Error) => error);
    if (read instanceof Error)
      return failed(`${from} could not be read as an export of OSV: ${read.message}`);
    stored = read;
    await writeFile(ADVISORIES_FILE, `${JSON.stringify(stored, null, 2)}\n`);
    console.log(`Kept ${stored.advisories.length} advisories that name packages of the lock file.`);
  }
  const { faults, notes } = auditDependencies(packages, stored, Date.now());
  for (const note of notes) console.log(`note   ${note}`);
  for (const fault of faults) console.error(`FAULT  ${fault}`);
  console.log(`${packages.length} packages, ${faults.length} faults.`);
  return faults.length > 0 ? 1 : 0;
}

async function refreshed(
  stored: StoredAdvisories,
  from: string,
  packages: readonly LockedPackage[],
): Promise<StoredAdvisories> {
  const names = new Set(packages.map(({ name }) => name));
  const isFolder = (await stat(from)).isDirectory();
  const files = isFolder ? (await readdir(from)).filter((name) => name.endsWith('.json')) : [''];
  if (files.length === 0) throw new Error('the folder has no .json files');
  const advisories: Advisory[] = [];
  for (const name of files) advisories.push(...fromExport(await readFile(join(from, name), 'utf8'), names));
  return { ...stored, refreshed: new Date().toISOString(), advisories };
}
