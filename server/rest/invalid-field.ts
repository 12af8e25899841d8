import { AppError } from '#protocol/app-error.ts';

/** The error for a field that is well formed but not possible. */
export const invalidField = (field: string, message: string): AppError =>
  new AppError('invalid', message, { detail: { field } });
