import * as v from 'valibot';
import { VISIBLE_TEXT } from '#domain/visible-text.ts';

export const MAX_GROUP_NAME = 255;
export const groupNameSchema = v.pipe(
  v.string(),
  v.trim(),
  v.regex(VISIBLE_TEXT, 'Field is required'),
  v.maxLength(MAX_GROUP_NAME, 'Max 255 characters'),
);
