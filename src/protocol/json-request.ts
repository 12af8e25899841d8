/**
 * All HTTP calls to the platform, from the console, the student page and agents in Node: bearer, tenant, time
 * limit, and an AppError for every failure.
 */
import * as v from 'valibot';
import { parsedJson } from '#domain/parsed-json.ts';
import { AppError, type AppErrorCode } from './app-error.ts';
import { errorDocumentSchema } from './rest/error-document.ts';

export type Fetch = (input: string, init: RequestInit) => Promise<Response>;

/** The thread's own `fetch`, looked up at each call because a test may have replaced it. */
export const globalFetch: Fetch = (input, init) => globalThis.fetch(input, init);

export type JsonRequest = {
  url: string;
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  tenantKey?: string;
  bearer?: string;
  body?: unknown;
  signal?: AbortSignal;
  timeoutMs?: number;
  /** Lets the request outlive the page. */
  keepalive?: boolean;
};

const REQUEST_TIMEOUT_MS = 30_000;

const CODE_OF_STATUS: Readonly<Partial<Record<number, AppErrorCode>>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-found',
  408: 'server',
  409: 'conflict',
  429: 'server',
};

/** Codes that callers treat differently from others of the same status. */
const DISTINCT_CODES = ['sign-in-ended', 'no-administrator'] as const;

const codeOfStatus = (status: number): AppErrorCode =>
  CODE_OF_STATUS[status] ?? (status >= 500 ? 'server' : 'invalid');

/** A Retry-After in seconds. A date, which the platform never sends, is ignored. */
const secondsOf = (header: string | null): number | undefined =>
  header !== null && /^\d{1,6}$/.test(header) ? Number(header) : undefined;

async function failure(response: Response): Promise<AppError> {
  const text = await response.text().catch(() => '');
  const parsed = v.safeParse(errorDocumentSchema, parsedJson(text));
  const status = response.status;
  const retryAfter =
    (parsed.success ? parsed.output.retryAfter : undefined) ?? secondsOf(response.headers.get('retry-after'));
  const wait = retryAfter === undefined ? {} : { retryAfter };
  // A proxy's HTML is not a message for people, so only the retry time is taken from it.
  if (!parsed.success)
    return new AppError(codeOfStatus(status), `answered ${status}`, { detail: { status, ...wait } });
  const { code, message, messages, field } = parsed.output;
  return new AppError(DISTINCT_CODES.find((known) => known === code) ?? codeOfStatus(status), message, {
    detail: {
      status,
      messages: messages.length > 0 ? messages : [message],
      ...(field ? { field } : {}),
      ...wait,
    },
  });
}

/**
 * Whether a network that requires a sign-in, or a filter, has answered instead of a service, which never
 * sends HTML. Such a page and its status say nothing about the session. Requests without a bearer are for
 * configuration, whose hosts may have pages for missing documents.
 */
const isPageOfOthers = (response: Response, request: JsonRequest): boolean =>
  response.headers.get('content-type')?.startsWith('text/html') === true &&
  (response.ok || (request.bearer !== undefined && response.status < 500));

/** Response of a successful call. Throws AppError: `aborted`, `unreachable` (no answer), or by status. */
export async function sendRequest(fetch: Fetch, request: JsonRequest): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (request.tenantKey) headers['tenant-key'] = request.tenantKey;
  if (request.bearer) headers.authorization = `Bearer ${request.bearer}`;
  if (request.body !== undefined) headers['content-type'] = 'application/json';
  const limit = AbortSignal.timeout(request.timeoutMs ?? REQUEST_TIMEOUT_MS);
  let response: Response;
  try {
    response = await fetch(request.url, {
      method: request.method ?? 'GET',
      headers,
      credentials: 'omit',
      // The services' answers must not be cached, but a page that came instead may permit caching.
      cache: request.bearer === undefined ? 'no-cache' : 'no-store',
      signal: request.signal ? AbortSignal.any([request.signal, limit]) : limit,
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      ...(request.keepalive ? { keepalive: true } : {}),
    });
  } catch (cause) {
    if (request.signal?.aborted) throw new AppError('aborted', 'aborted by the caller', { cause });
    throw new AppError('unreachable', `no answer from ${request.url}`, { cause });
  }
  if (isPageOfOthers(response, request))
    throw new AppError('unreachable', `a page came in the place of an answer from ${request.url}`, {
      detail: { status: response.status, isPage: true },
    });
  if (!response.ok) throw await failure(response);
  return response;
}

/** The parsed response. Throws like `sendRequest`, also if the response breaks off, and `malformed`. */
export async function requestJson<T>(
  fetch: Fetch,
  request: JsonRequest,
  schema: v.GenericSchema<unknown, T>,
): Promise<T> {
  const response = await sendRequest(fetch, request);
  let text: string;
  try {
    text = await response.text();
  } catch (cause) {
    if (request.signal?.aborted) throw new AppError('aborted', 'aborted by the caller', { cause });
    throw new AppError('unreachable', `the answer of ${request.url} broke off`, { cause });
  }
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (cause) {
    throw new AppError('malformed', `${request.url} did not answer JSON`, {
      cause,
      detail: { status: response.status },
    });
  }
  const parsed = v.safeParse(schema, document);
  if (parsed.success) return parsed.output;
  throw new AppError('malformed', `${request.url} answered an unexpected document`, {
    cause: new v.ValiError(parsed.issues),
    detail: { status: response.status },
  });
}

/** The server's text for people; undefined if it sent none. */
export function serverText(error: AppError): string | undefined {
  return error.detail.messages?.join(' ') || undefined;
}
