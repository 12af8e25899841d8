/**
 * Decides which responses the service worker may cache. A captive portal answers every request with its own
 * page and status 200. Caching that page would show it long after.
 */

const typeOf = (response: Response) => response.headers.get('content-type') ?? '';

/** A document that scripts read. */
export const isDocument = (response: Response): boolean =>
  response.status === 200 && /^application\/([\w.-]+\+)?json\b/.test(typeOf(response));

/** Occurs in the page of every built console. */
const SHELL_MARK = 'name="lectern-config-url"';

/** Whether the response is the requested file of the built console. */
export async function isBuiltFile(url: URL, response: Response): Promise<boolean> {
  if (response.status !== 200 || response.redirected) return false;
  const isPage = typeOf(response).startsWith('text/html');
  if (isPage !== url.pathname.endsWith('.html')) return false;
  return !isPage || url.pathname !== '/index.html' || (await response.clone().text()).includes(SHELL_MARK);
}
