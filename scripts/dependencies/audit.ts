/** Finds problems of the dependencies, from the lock file and the stored advisories. */
import type { EpochMs } from '#protocol/clock.ts';
import { affects, type StoredAdvisories } from './advisories.ts';
import { DECIDED, isAllowed } from './licences.ts';
import { isOfOneSystem, type LockedPackage } from './lock-file.ts';

/** Packages that may run an install script, each with the reason. */
const MAY_INSTALL: Readonly<Record<string, string>> = {
  esbuild: 'puts the program for this machine in its place; tsx runs the commands of this project with it',
};

const DAY_MS = 86_400_000;
/** Maximum age of the stored copy of the advisories. */
const STALE_DAYS = 30;

export type Audit = {
  /** Problems that must be fixed. */
  faults: string[];
  /** Information that requires no action. */
  notes: string[];
};

export function auditDependencies(
  packages: readonly LockedPackage[],
  stored: StoredAdvisories,
  now: EpochMs,
): Audit {
  const faults: string[] = [];
  const notes: string[] = [];
  const report = (to: string[], of: LockedPackage, what: string) =>
    to.push(`${of.name} ${of.version}: ${what}`);
  let unverified = 0;
  for (const each of packages) {
    const { integrity, resolved, license, dev } = each;
    if (each.version === '') report(faults, each, 'has no version');
    if (integrity === undefined && dev && isOfOneSystem(each)) unverified += 1;
    else if (!integrity?.startsWith('sha512-')) report(faults, each, 'has no SHA-512 digest');
    if (resolved !== undefined && !resolved.startsWith('https://'))
      report(faults, each, `comes from ${resolved}`);
    const isDecided = license !== undefined && DECIDED[each.folder] === license;
    if (!dev && !isDecided && !isAllowed(license ?? 'UNKNOWN'))
      report(faults, each, `ships with the licence ${license ?? 'UNKNOWN'}`);
    if (each.hasInstallScript && !Object.hasOwn(MAY_INSTALL, each.name))
      report(faults, each, 'runs a program when it is installed');
    if (each.deprecated !== undefined)
      report(dev ? notes : faults, each, `is deprecated: ${each.deprecated}`);
  }
  if (unverified > 0)
    notes.push(`${unverified} builds for other machines have no digest: npm does not check them there.`);
  notes.push(...repeated(packages));
  addAdvisories(packages, stored, { now, faults, notes });
  return { faults, notes };
}

/** Packages that ship in several versions: a browser loads each version, and each needs maintenance. */
function repeated(packages: readonly LockedPackage[]): string[] {
  const versions = new Map<string, Set<string>>();
  for (const { name, version, dev } of packages)
    if (!dev) versions.set(name, (versions.get(name) ?? new Set()).add(version));
  return [...versions]
    .filter(([, of]) => of.size > 1)
    .map(([name, of]) => `${name} ships in several versions: ${[...of].sort().join(', ')}`);
}

function addAdvisories(
  packages: readonly LockedPackage[],
  { refreshed, advisories, accepted }: StoredAdvisories,
  { now, faults, notes }: Audit & { now: EpochMs },
): void {
  const today = new Date(now).toISOString().slice(0, 10);
  const isAccepted = (id: string) => accepted.some((each) => each.id === id && each.until >= today);
  for (const advisory of advisories)
    for (const each of packages.filter((one) => affects(advisory, one)))
      (isAccepted(advisory.id) ? notes : faults).push(
        `${each.name} ${each.version}: ${[advisory.id, ...advisory.aliases].join(', ')} ${advisory.summary}`.trim(),
      );
  for (const { id, until } of accepted)
    if (until < today) faults.push(`${id}: it was accepted until ${until}`);
  if (refreshed === null)
    notes.push('No export of known vulnerabilities has been read yet: this audit cannot know of any.');
  else if (now - Date.parse(refreshed) > STALE_DAYS * DAY_MS)
    notes.push(
      `The known vulnerabilities are those of ${refreshed.slice(0, 10)}: newer ones are not among them.`,
    );
}
