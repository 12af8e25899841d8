/**
 * Which answers the service worker may keep. A network that wants to be signed in to answers everything with a page of its
 * own and the status 200: what was kept of that would be shown long after.
 */

const typeOf = (response: Response) => response.headers.get('content-type') ?? '';

/** A document that scripts read. */
export const isDocument = (response: Response): boolean =>
  response.status === 200 && /^application\/([\w.-]+\+)?json\b/.test(typeOf(response));

/** Stands in the page of every built console. */
const SHELL_MARK = 'name="lectern-config-url"';

/** A file of the built console, as it was asked for. */
export async function isBuiltFile(asked: URL, response: Response): Promise<boolean> {
  if (response.status !== 200 || response.redirected) return false;
  const isPage = typeOf(response).startsWith('text/html');
  if (isPage !== asked.pathname.endsWith('.html')) return false;
  return !isPage || asked.pathname !== '/index.html' || (await response.clone().text()).includes(SHELL_MARK);
}
