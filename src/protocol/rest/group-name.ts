import * as v from 'valibot';

export const MAX_GROUP_NAME = 255;
/** A name that nobody sees is none: spaces, control characters, and those without a width. */
export const groupNameSchema = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/[^\s\p{C}\p{Z}]/u, 'Field is required'),
  v.maxLength(MAX_GROUP_NAME, 'Max 255 characters'),
);
