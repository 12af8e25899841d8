/**
 * The REST service: `{REST_URL}/v1`, bearer access token, header `tenant-key`. Every failure is
 * an AppError with the server's message and `detail`; an aborted call throws `aborted`.
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
import { CHANGE_TIME_HEADER } from '#protocol/rest/change-time.ts';
import { MAX_LIMIT } from '#protocol/rest/paging.ts';
import { freshToken } from '../session/fresh-token.ts';
import { tenant } from '../session/tenant.ts';
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
  /** A write has changed something: the platform's time of the change, and this tab's time of the answer. */
  onChange?: (at: number, answeredAt: number) => void;
}) {
  const fetchToWrite: Fetch = async (url, init) => {
    const response = await deps.fetch(url, init);
    const at = Number(response.headers.get(CHANGE_TIME_HEADER) ?? Number.NaN);
    if (response.ok && Number.isFinite(at)) deps.onChange?.(at, Date.now());
    return response;
  };

  /** One retry after 401, with another token, where there is one. */
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

  /** Sends a document; of the answer only its success matters. */
  async function send(method: 'PUT' | 'DELETE', path: string, body?: unknown): Promise<void> {
    await authorised(path, { method, body }, (request) => sendRequest(fetchToWrite, request));
  }

  /** Sends a document and returns the one that is answered. */
  function exchange<T>(method: 'PUT' | 'POST', path: string, body: unknown, schema: Schema<T>): Promise<T> {
    return authorised(path, { method, body }, (request) => requestJson(fetchToWrite, request, schema));
  }

  /** All pages, newest id first: each asks for what comes after the last id, until one is shorter than the limit. */
  async function getPaged<T extends { id: string }>(
    path: string,
    itemSchema: Schema<T>,
    { limit = MAX_LIMIT, ...read }: ReadOptions & { limit?: number } = {},
  ): Promise<T[]> {
    const items: T[] = [];
    const [route = '', query = ''] = path.split('?');
    for (;;) {
      const search = new URLSearchParams(query);
      search.set('limit', String(limit));
      search.set('_sort', 'id');
      search.set('_order', 'desc');
      const last = items.at(-1);
      if (last) search.set('_lt_id', last.id);
      const page = await getDocument(`${route}?${search}`, v.array(itemSchema), read);
      items.push(...page);
      if (page.length < limit) return items;
    }
  }

  return {
    getDocument,
    getPaged,
    putDocument: (path: string, body: unknown) => send('PUT', path, body),
    putAndRead: <T>(path: string, body: unknown, schema: Schema<T>) => exchange('PUT', path, body, schema),
    postAndRead: <T>(path: string, body: unknown, schema: Schema<T>) => exchange('POST', path, body, schema),
    deleteDocument: (path: string) => send('DELETE', path),
  };
}

export const { getDocument, getPaged, putDocument, putAndRead, postAndRead, deleteDocument } = createRest({
  fetch: globalFetch,
  restUrl: () => tenant.address('REST_URL'),
  tenantKey: () => tenant.key,
  freshToken,
  onChange: ownChanges.note,
});
