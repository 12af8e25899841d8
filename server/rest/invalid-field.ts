import { AppError } from '#protocol/app-error.ts';

/** What a body or a query says is well formed, and yet cannot be done. */
export const invalidField = (field: string, message: string): AppError =>
  new AppError('invalid', message, { detail: { field } });
