export type StoreErrorCode = 'locked' | 'foreign' | 'unreadable' | 'corrupt' | 'unreachable' | 'newer';

/**
 * Reasons why the store does not open:
 * - `locked`: another live process uses the data folder.
 * - `foreign`: the folder belongs to another user.
 * - `unreadable`: the folder cannot be read or written.
 * - `corrupt`: the folder's content is not a database that opens.
 * - `unreachable`: the database server does not answer.
 * - `newer`: a newer version has migrated the tables.
 */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;
  constructor(code: StoreErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
