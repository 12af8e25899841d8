/** A class whose machines were given what an administrator copied from the deployment of a site. */
import { parseDeployment } from '#protocol/deployment.ts';
import type { ClassFile } from './class-file.ts';

/**
 * The same machines and people at the site of `deployment`, the policy of an extension or the arguments of an installer. The
 * runner is of the former site and stays away. Throws where the text is neither, or has no token.
 */
export function deployedClass(file: ClassFile, deployment: string): ClassFile {
  const { tenantKey, siteId, secret } = parseDeployment(deployment);
  if (secret === undefined) throw new Error('The deployment has no token: nobody can enrol with it.');
  const { runner: _, ...machines } = file;
  return { ...machines, tenant: tenantKey, siteId, secret, pageKey: '' };
}
