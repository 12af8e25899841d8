/** Finds an organisational unit of Google by its path. */
import type { DirectoryPlace, Read } from '../directory.ts';
import { ok } from '../directory.ts';
import type { GoogleCalls } from './google-calls.ts';
import { unitSchema } from './google-documents.ts';

export const WHOLE_SCHOOL = '/';

/**
 * Returns the path in Google's spelling. `gone`: the unit does not exist. Google returns empty lists for a
 * unit that does not exist, so the unit is requested before the first page.
 */
export async function knownUnit(
  calls: GoogleCalls,
  at: DirectoryPlace,
  { isFirst, signal }: { isFirst: boolean; signal: AbortSignal },
): Promise<Read<string>> {
  if (!('ou' in at)) return { name: 'gone' };
  const parts = at.ou.split('/').filter((part) => part.trim() !== '');
  const path = `/${parts.join('/')}`;
  if (path === WHOLE_SCHOOL || !isFirst) return ok(path);
  const address = parts.map(encodeURIComponent).join('/');
  const answer = await calls.admin(`/customer/my_customer/orgunits/${address}`, unitSchema, { signal });
  return answer.name === 'read' ? ok(path) : answer;
}
