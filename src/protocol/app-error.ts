/**
 * The one error of all realms. The words that people read are made in the interface from `code`;
 * `message` is for logs. Recognised by `name`, because a class does not survive a worker boundary.
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
  /** The e-mail address is of a tutor who signs in with another account. */
  'other-account',
  /** Nobody manages the tenant yet. */
  'no-administrator',
  /** Of a tenant's first administrator. */
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
 * `retryAfter`: seconds, where it is known when another try is worth it. `isPage`: a page for people came in the place of an
 * answer, as from a network that wants to be signed in to, or from a filter.
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
  /** What the server said, where it said anything. */
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
