/**
 * The error type of all realms. The interface makes the text for people from `code`; `message` is for logs.
 * `isAppError` compares `name`, because a class does not survive a worker boundary.
 */
export const APP_ERROR_CODES = [
  'unauthorized',
  'forbidden',
  'not-found',
  'invalid',
  'conflict',
  'unreachable',
  'server',
  'malformed',
  'tenant-not-found',
  'tenant-configuration',
  'credential-format',
  'credential-nonce',
  'hand-over-forged',
  /** The e-mail address belongs to a tutor who signs in with another account. */
  'other-account',
  /** The tenant has no administrator yet. */
  'no-administrator',
  /** The code that a tenant's first administrator enters is wrong. */
  'wrong-set-up-code',
  'sign-in-ended',
  'no-access-token',
  'no-site-id',
  'broker-timeout',
  'broker-silent',
  'broker-refused',
  'aborted',
] as const;

export type AppErrorCode = (typeof APP_ERROR_CODES)[number];

/**
 * `retryAfter`: seconds until another try makes sense, if known. `isPage`: a page for people came instead of
 * an answer, as from a network that requires a sign-in, or from a filter.
 */
export type AppErrorDetail = {
  status?: number;
  field?: string;
  messages?: string[];
  retryAfter?: number;
  isPage?: boolean;
};

export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: AppErrorCode;
  /** Details from the server's answer, if there are any. */
  readonly detail: AppErrorDetail;
  constructor(
    code: AppErrorCode,
    message: string,
    options: { cause?: unknown; detail?: AppErrorDetail } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.detail = options.detail ?? {};
  }
}

export function isAppError(error: unknown): error is AppError {
  return (
    typeof error === 'object' &&
    error !== null &&
    (error as { name?: unknown }).name === 'AppError' &&
    APP_ERROR_CODES.includes((error as { code?: AppErrorCode }).code as AppErrorCode)
  );
}
