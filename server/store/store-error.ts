export type StoreErrorCode = 'locked' | 'foreign' | 'unreadable' | 'corrupt' | 'unreachable' | 'newer';

/**
 * Why the store could not be opened.
 * `locked`: another live process has the data folder; `foreign`: the folder belongs to another user; `unreadable`: the
 * folder cannot be read or written; `corrupt`: what is in it is not a database that opens; `unreachable`: no answer from the database's server;
 * `newer`: a newer version has made its tables.
 */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;
  constructor(code: StoreErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
