/** Reads the parts of the lock file that the audit needs. */
import * as v from 'valibot';

const packageSchema = v.object({
  version: v.optional(v.string()),
  integrity: v.optional(v.string()),
  resolved: v.optional(v.string()),
  license: v.optional(v.string()),
  dev: v.optional(v.boolean(), false),
  optional: v.optional(v.boolean(), false),
  link: v.optional(v.boolean(), false),
  os: v.optional(v.array(v.string())),
  cpu: v.optional(v.array(v.string())),
  libc: v.optional(v.array(v.string())),
  hasInstallScript: v.optional(v.boolean(), false),
  deprecated: v.optional(v.string()),
});

const lockSchema = v.object({ packages: v.record(v.string(), packageSchema) });

export type LockedPackage = v.InferOutput<typeof packageSchema> & {
  /** The package's folder, such as `node_modules/a/node_modules/b`. */
  folder: string;
  name: string;
  version: string;
};

/** Every package of the lock file except the project itself. Throws if the text is not a lock file. */
export function readLock(text: string): LockedPackage[] {
  const { packages } = v.parse(lockSchema, JSON.parse(text));
  return Object.entries(packages)
    .filter(([folder, { link }]) => folder.includes('node_modules/') && !link)
    .map(([folder, locked]) => ({
      ...locked,
      folder,
      name: folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version: locked.version ?? '',
    }));
}

/** Whether the package is a build for one kind of machine. npm skips it on all others. */
export const isOfOneSystem = ({ optional, os, cpu, libc }: LockedPackage): boolean =>
  optional && (os ?? cpu ?? libc) !== undefined;
