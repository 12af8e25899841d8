/** Sends every failure as an error document (src/protocol/rest/error-document.ts). */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '#base/log.ts';
import type { AppError, AppErrorCode } from '#protocol/app-error.ts';
import { isAppError } from '#protocol/app-error.ts';
import type { ErrorDocument } from '#protocol/rest/error-document.ts';
import { noRoomOf } from '#store/outages.ts';

const STATUS: Partial<Record<AppErrorCode, number>> = {
  unauthorized: 401,
  forbidden: 403,
  'not-found': 404,
  'tenant-not-found': 404,
  invalid: 400,
  malformed: 400,
  'credential-format': 400,
  'credential-nonce': 400,
  'hand-over-forged': 403,
  'other-account': 401,
  'no-administrator': 401,
  'wrong-set-up-code': 403,
  'sign-in-ended': 401,
  conflict: 409,
};

/** The code of every rejection because of a rate limit. */
const TOO_MANY_REQUESTS = 'too-many-requests';

const document = (error: AppError): ErrorDocument => ({
  code: error.detail.status === 429 ? TOO_MANY_REQUESTS : error.code,
  message: error.message,
  ...(error.detail.field !== undefined && { field: error.detail.field }),
  messages: error.detail.messages ?? [error.message],
  ...(error.detail.retryAfter !== undefined && { retryAfter: error.detail.retryAfter }),
});

const plain = (code: string, message: string): ErrorDocument => ({ code, message, messages: [message] });

/** Codes for Fastify's own errors by status (body too large, not JSON, too many requests). */
const FRAMEWORK_CODES: Record<number, string> = {
  400: 'invalid',
  404: 'not-found',
  413: 'invalid',
  415: 'invalid',
  429: TOO_MANY_REQUESTS,
};

/** Known failures send their own message. Others send 500 without internals and are logged once. */
export function createErrorHandler(log: Log) {
  return (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) => {
    // Overrides any cache header that the route has set, because failures must not be cached.
    reply.header('cache-control', 'no-store');
    const known = isAppError(error) ? error : noRoomOf(error);
    if (known) {
      const status = known.detail.status ?? STATUS[known.code] ?? 500;
      if (status >= 500) logFailure(log, request, known);
      const { retryAfter } = known.detail;
      if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
      return reply.code(status).send(document(known));
    }
    const status = (error as FastifyError).statusCode ?? 500;
    if (status >= 400 && status < 500) {
      return reply.code(status).send(plain(FRAMEWORK_CODES[status] ?? 'invalid', error.message));
    }
    logFailure(log, request, error);
    return reply.code(500).send(plain('server', 'The platform could not do this.'));
  };
}

function logFailure(log: Log, request: FastifyRequest, error: Error) {
  const { cause } = error;
  log.error('request failed', {
    method: request.method,
    path: pathOf(request.url),
    error,
    // The message above is meant for the caller. The cause has the internal reason.
    ...(cause instanceof Error && { cause: cause.message }),
  });
}

/** The path without its query, which may contain a code or a token. */
export const pathOf = (url: string) => url.split(/[?#]/, 1)[0] ?? url;
