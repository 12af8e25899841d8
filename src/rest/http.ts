/**
 * The REST service: `{REST_URL}/v1`, bearer access token, header `tenant-key`. Every failure is an AppError
 * with the server's message and `detail`; an aborted call throws `aborted`.
 */
import * as v from 'valibot';
import { AppError, isAppError } from '#protocol/app-error.ts';
import {
  type Fetch,
  globalFetch,
  type JsonRequest,
  requestJson,
  sendRequest,
} from '#protocol/json-request.ts';
import { CHANGE_TIME_HEADER, CHANGED_HEADER, parseChanged } from '#protocol/rest/change-time.ts';
import { MAX_LIMIT } from '#protocol/rest/paging.ts';
import { freshToken } from '#session/fresh-token.ts';
import { tenant } from '#session/tenant.ts';
import { ownChanges } from './own-changes.ts';

type Schema<T> = v.GenericSchema<unknown, T>;
export type ReadOptions = { signal?: AbortSignal | undefined };

export function createRest(deps: {
  fetch: Fetch;
  /** `REST_URL`, without the `/v1`. */
  restUrl: () => string;
  tenantKey: () => string;
  /** See session/fresh-token.ts. */
  freshToken: (rejected?: string) => Promise<string | undefined>;
  /** Called with the answer to a write: the platform's time of the change, and the changed resources. */
  onChange?: (at: number, changed: readonly string[]) => void;
}) {
  const fetchToWrite: Fetch = async (url, init) => {
    const response = await deps.fetch(url, init);
    const at = Number(response.headers.get(CHANGE_TIME_HEADER) ?? Number.NaN);
    const changed = parseChanged(response.headers.get(CHANGED_HEADER));
    if (response.ok && Number.isFinite(at)) deps.onChange?.(at, changed);
    return response;
  };

  /** Retries once after a 401 if another token is available. */
  async function authorised<T>(
    path: string,
    rest: Omit<JsonRequest, 'url' | 'tenantKey' | 'bearer'>,
    send: (request: JsonRequest) => Promise<T>,
  ): Promise<T> {
    const bearer = await deps.freshToken();
    if (bearer === undefined) throw new AppError('unauthorized', 'Authentication data is not defined');
    const request = {
      ...rest,
      url: `${deps.restUrl().replace(/\/$/, '')}/v1${path}`,
      tenantKey: deps.tenantKey(),
      bearer,
    };
    try {
      return await send(request);
    } catch (error) {
      if (!isAppError(error) || error.code !== 'unauthorized') throw error;
      const other = await deps.freshToken(bearer);
      if (other === undefined || other === bearer) throw error;
      return send({ ...request, bearer: other });
    }
  }

  const options = ({ signal }: ReadOptions) => (signal ? { signal } : {});

  function getDocument<T>(path: string, schema: Schema<T>, read: ReadOptions = {}): Promise<T> {
    return authorised(path, options(read), (request) => requestJson(deps.fetch, request, schema));
  }

  /** Sends a document; ignores the body of the answer. */
  async function send(
    method: 'PUT' | 'DELETE',
    path: string,
    request: Pick<JsonRequest, 'body' | 'keepalive'>,
  ): Promise<void> {
    await authorised(path, { method, ...request }, (sent) => sendRequest(fetchToWrite, sent));
  }

  /** Sends a document and returns the document in the answer. */
  function exchange<T>(
    method: 'PUT' | 'POST',
    path: string,
    { body, ...read }: ReadOptions & { body: unknown },
    schema: Schema<T>,
  ): Promise<T> {
    return authorised(path, { method, body, ...options(read) }, (request) =>
      requestJson(fetchToWrite, request, schema),
    );
  }

  /**
   * All pages, newest id first. Each request continues after the last id, until a page is shorter than the
   * limit. The next page is requested before the current one is yielded.
   */
  async function* getPages<T extends { id: string }>(
    path: string,
    itemSchema: Schema<T>,
    { limit = MAX_LIMIT, ...read }: ReadOptions & { limit?: number } = {},
  ): AsyncGenerator<readonly T[], void, undefined> {
    const [route = '', query = ''] = path.split('?');
    const pageAfter = (last: T | undefined) => {
      const search = new URLSearchParams(query);
      search.set('limit', String(limit));
      search.set('_sort', 'id');
      search.set('_order', 'desc');
      if (last) search.set('_lt_id', last.id);
      const page = getDocument(`${route}?${search}`, v.array(itemSchema), read);
      // The request may fail before the caller awaits it; the caller still receives the error.
      page.catch(() => {});
      return page;
    };
    let coming: Promise<T[]> | undefined = pageAfter(undefined);
    while (coming !== undefined) {
      const page: T[] = await coming;
      coming = page.length < limit ? undefined : pageAfter(page.at(-1));
      yield page;
    }
  }

  /** All pages as one list. */
  async function getPaged<T extends { id: string }>(
    path: string,
    itemSchema: Schema<T>,
    read: ReadOptions & { limit?: number } = {},
  ): Promise<T[]> {
    const items: T[] = [];
    for await (const page of getPages(path, itemSchema, read)) items.push(...page);
    return items;
  }

  return {
    getDocument,
    getPages,
    getPaged,
    putDocument: (path: string, body: unknown) => send('PUT', path, { body }),
    putAndRead: <T>(path: string, body: unknown, schema: Schema<T>) =>
      exchange('PUT', path, { body }, schema),
    postAndRead: <T>(path: string, body: unknown, schema: Schema<T>, read: ReadOptions = {}) =>
      exchange('POST', path, { body, ...read }, schema),
    /** `keepalive`: the request outlives the page. */
    deleteDocument: (path: string, body?: unknown, { keepalive = false } = {}) =>
      send('DELETE', path, { body, ...(keepalive && { keepalive }) }),
  };
}

export const { getDocument, getPages, getPaged, putDocument, putAndRead, postAndRead, deleteDocument } =
  createRest({
    fetch: globalFetch,
    restUrl: () => tenant.address('REST_URL'),
    tenantKey: () => tenant.key,
    freshToken,
    onChange: ownChanges.note,
  });
