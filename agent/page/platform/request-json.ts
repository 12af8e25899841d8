/** The one way of this page to call the platform over HTTP. Every failure is an AppError. */
import * as v from 'valibot';
import { AppError, type AppErrorCode } from '#protocol/app-error.ts';

const TIMEOUT_MS = 10_000;

export type JsonRequest = {
  url: string;
  tenant?: string | undefined;
  bearer?: string | undefined;
  /** Posted where it is there. */
  body?: object;
  signal?: AbortSignal | undefined;
};

export type RequestJson = <T>(request: JsonRequest, schema: v.GenericSchema<unknown, T>) => Promise<T>;

/** Throws AppError: `unreachable` where there was no whole answer in time, `malformed`, or by status. */
export const requestJson: RequestJson = async (request, schema) => {
  const { url, tenant, bearer, body, signal } = request;
  const limit = AbortSignal.timeout(TIMEOUT_MS);
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method: body ? 'POST' : 'GET',
      credentials: 'omit',
      headers: {
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
        ...(tenant && { 'tenant-key': tenant }),
        ...(bearer && { authorization: `Bearer ${bearer}` }),
      },
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      ...(body && { body: JSON.stringify(body) }),
    });
    text = await response.text();
  } catch (cause) {
    throw new AppError(signal?.aborted ? 'aborted' : 'unreachable', `no answer from ${url}`, { cause });
  }
  const { status } = response;
  if (!response.ok)
    throw new AppError(codeOfStatus(status), `${url} answered ${status}`, { detail: { status } });
  const parsed = v.safeParse(schema, jsonOf(text));
  if (!parsed.success) throw new AppError('malformed', `${url} answered an unexpected document`);
  return parsed.output;
};

/** Undefined where the text is no JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function codeOfStatus(status: number): AppErrorCode {
  if (status === 401) return 'unauthorized';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'not-found';
  if (status === 409) return 'conflict';
  return status === 408 || status === 429 || status >= 500 ? 'server' : 'invalid';
}
