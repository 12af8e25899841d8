import * as v from 'valibot';
import { AppError } from '#protocol/app-error.ts';

/** Parses what came from outside; a bad one becomes `invalid` with the field and every reason. */
export function parseBody<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, value ?? {});
  if (result.success) return result.output;
  const [first] = result.issues;
  const field = v.getDotPath(first) ?? undefined;
  throw new AppError('invalid', field === undefined ? first.message : `${field}: ${first.message}`, {
    detail: {
      ...(field !== undefined && { field }),
      messages: result.issues.map((issue) => `${v.getDotPath(issue) ?? 'body'}: ${issue.message}`),
    },
  });
}
