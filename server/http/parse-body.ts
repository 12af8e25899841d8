import * as v from 'valibot';
import { AppError } from '#protocol/app-error.ts';
import { unstorableIn } from '#store/storable.ts';
import { issueText } from './issue-text.ts';

/** Parses external input. Throws `invalid` with the field, and with readable messages for every issue. */
export function parseBody<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, value ?? {});
  if (!result.success) {
    const [first] = result.issues;
    throw invalid(v.getDotPath(first) ?? undefined, first.message, result.issues.map(issueText));
  }
  const problem = unstorableIn(result.output);
  if (problem) throw invalid(problem.path.join('.') || undefined, problem.reason);
  return result.output;
}

function invalid(field: string | undefined, reason: string, messages?: string[]): AppError {
  return new AppError('invalid', field === undefined ? reason : `${field}: ${reason}`, {
    detail: {
      ...(field !== undefined && { field }),
      messages: messages ?? [`${field ?? 'body'}: ${reason}`],
    },
  });
}
