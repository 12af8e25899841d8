/**
 * Sends requests to a provider of directories. Time and size are limited. A request is retried when the
 * provider asks to wait briefly or does not answer. Requests never go to another origin than the provider's.
 */
import * as v from 'valibot';
import { wait } from '#base/wait.ts';
import { parsedJson } from '#domain/parsed-json.ts';
import type { Clock } from '#protocol/clock.ts';
import type { Fetch } from '#protocol/json-request.ts';
import type { Read } from '../directory.ts';
import { boundedText } from './bounded-text.ts';
import { retryAfterMs } from './retry-after.ts';

/** The provider refuses. `reason` is the provider's code, such as `invalid_grant`; `message` its sentence. */
export type Refused = { name: 'refused'; status: number; reason: string; message: string };

/** The provider rejects the platform's own secret, so the operator has to renew it. */
export const isClientRefused = ({ reason }: Refused): boolean => reason === 'invalid_client';

export type ProviderCall<T> = {
  url: string;
  bearer?: string;
  headers?: Readonly<Record<string, string>>;
  /** Sent as a form or as JSON, by POST. */
  form?: Readonly<Record<string, string>>;
  json?: unknown;
  schema: v.GenericSchema<unknown, T>;
  signal: AbortSignal;
};

export type ProviderHttp = { call<T>(call: ProviderCall<T>): Promise<Read<T> | Refused> };

export type ProviderHttpDeps = {
  fetch: Fetch;
  clock: Clock;
  /** Origins of the provider. Other origins are never called, because they would receive the token. */
  origins: readonly string[];
  /** Total wait for a provider that asks to come later; above it the caller gets the refusal. */
  patienceMs?: number;
  timeoutMs?: number;
};

const TIMEOUT_MS = 10_000;
const MAX_WAIT_MS = 3_000;
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_TRIES = 3;
/** Delay where the provider gives none; doubled with each attempt. */
const RETRY_DELAY_MS = 500;
/** Longest delay that callers are asked to wait, whatever the provider asks for. */
const MAX_RETRY_DELAY_MS = 3_600_000;

/** Google uses these reasons with status 403 too. */
const THROTTLING = new Set([
  'rateLimitExceeded',
  'userRateLimitExceeded',
  'quotaExceeded',
  'RESOURCE_EXHAUSTED',
  'TooManyRequests',
]);

type Once<T> = Read<T> | Refused | { name: 'wait'; ms: number | undefined };

export function createProviderHttp(deps: ProviderHttpDeps): ProviderHttp {
  const { clock, patienceMs = MAX_WAIT_MS } = deps;
  return {
    async call(call) {
      if (!deps.origins.includes(originOf(call.url))) return { name: 'unreadable' };
      let waited = 0;
      for (let tries = 1; ; tries++) {
        const outcome = await once(deps, call);
        if (outcome.name !== 'wait' && outcome.name !== 'away') return outcome;
        const requestedMs = outcome.name === 'wait' ? outcome.ms : undefined;
        const ms = Math.min(requestedMs ?? RETRY_DELAY_MS * 2 ** (tries - 1), MAX_RETRY_DELAY_MS);
        if (tries === MAX_TRIES || waited + ms > patienceMs || call.signal.aborted) {
          if (outcome.name === 'away') return outcome;
          return { name: 'throttled', seconds: Math.max(1, Math.ceil(ms / 1_000)) };
        }
        waited += ms;
        await wait(clock, ms, call.signal);
      }
    },
  };
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : '';
}

async function once<T>(
  { fetch, clock, timeoutMs = TIMEOUT_MS }: ProviderHttpDeps,
  { url, bearer, headers, form, json, schema, signal }: ProviderCall<T>,
): Promise<Once<T>> {
  const body = form
    ? new URLSearchParams(form).toString()
    : json === undefined
      ? undefined
      : JSON.stringify(json);
  let response: Response;
  let text: string | undefined;
  try {
    response = await fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        accept: 'application/json',
        ...headers,
        ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
        ...(body !== undefined && {
          'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json',
        }),
      },
      ...(body !== undefined && { body }),
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    text = await boundedText(response, MAX_BYTES);
  } catch {
    return { name: 'away' };
  }
  const document = text === undefined ? undefined : parsedJson(text);
  if (response.ok) {
    const result = v.safeParse(schema, document);
    return result.success ? { name: 'read', value: result.output } : { name: 'unreadable' };
  }
  const { status } = response;
  const reason = reasonOf(document);
  const ms = retryAfterMs(response.headers.get('retry-after'), clock.now());
  if (status === 429 || (status === 503 && ms !== undefined) || (status === 403 && THROTTLING.has(reason))) {
    return { name: 'wait', ms };
  }
  return status >= 500 ? { name: 'away' } : { name: 'refused', status, reason, message: messageOf(document) };
}

const MAX_MESSAGE = 300;

/** OAuth sends a word, Google an object with reasons and a status, Microsoft one with a code. */
const errorSchema = v.object({
  error: v.union([
    v.string(),
    v.looseObject({
      errors: v.optional(v.array(v.looseObject({ reason: v.optional(v.string()) }))),
      status: v.optional(v.string()),
      code: v.optional(v.union([v.string(), v.number()])),
      message: v.optional(v.string()),
    }),
  ]),
  error_description: v.optional(v.string()),
});

function reasonOf(document: unknown): string {
  const found = v.safeParse(errorSchema, document);
  if (!found.success) return '';
  const { error } = found.output;
  if (typeof error === 'string') return error;
  return error.errors?.[0]?.reason ?? error.status ?? String(error.code ?? '');
}

function messageOf(document: unknown): string {
  const found = v.safeParse(errorSchema, document);
  if (!found.success) return '';
  const { error, error_description } = found.output;
  const message = typeof error === 'string' ? (error_description ?? error) : error.message;
  return (message ?? '').slice(0, MAX_MESSAGE);
}
