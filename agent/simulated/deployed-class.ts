/** Creates a class from the deployment that an administrator copied from a site. */
import { parseDeployment } from '#protocol/deployment.ts';
import type { ClassFile } from './class-file.ts';

/**
 * Returns the same machines and people at the site of `deployment`, an extension's policy or an installer's
 * arguments. The former site's runner is left out. Throws if the text is neither, or has no token.
 */
export function deployedClass(file: ClassFile, deployment: string): ClassFile {
  const { tenantKey, siteId, secret } = parseDeployment(deployment);
  if (secret === undefined) throw new Error('The deployment has no token: nobody can enrol with it.');
  const { runner: _, ...machines } = file;
  return { ...machines, tenant: tenantKey, siteId, secret, pageKey: '' };
}
