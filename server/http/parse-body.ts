import * as v from 'valibot';
import { AppError } from '#protocol/app-error.ts';

/** Deeper than anything that is kept here; what is much deeper can be kept but not written out again. */
const MAX_DEPTH = 32;

/** Parses what came from outside; a bad one becomes `invalid` with the field and every reason. */
export function parseBody<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, value ?? {});
  if (!result.success) {
    const [first] = result.issues;
    throw invalid(
      v.getDotPath(first) ?? undefined,
      first.message,
      result.issues.map((issue) => `${v.getDotPath(issue) ?? 'body'}: ${issue.message}`),
    );
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

type Place = { path: readonly (string | number)[]; value: unknown };

/** What JSON can say and a table cannot hold. Walks without recursion: the depth is the sender's choice. */
function unstorableIn(root: unknown): { path: readonly (string | number)[]; reason: string } | undefined {
  const places: Place[] = [{ path: [], value: root }];
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    const { path, value } = place;
    if (typeof value === 'string' && !isStorable(value)) {
      return { path, reason: 'Invalid text: it holds a character that cannot be kept' };
    }
    if (typeof value !== 'object' || value === null) continue;
    if (path.length >= MAX_DEPTH) return { path: path.slice(0, 1), reason: 'Invalid value: nested too deep' };
    for (const [key, inner] of Object.entries(value)) {
      if (!isStorable(key)) return { path, reason: 'Invalid key: it holds a character that cannot be kept' };
      places.push({ path: [...path, key], value: inner });
    }
  }
  return undefined;
}

/** PostgreSQL refuses NUL, and halves of surrogate pairs. */
const isStorable = (text: string) => !text.includes('\0') && !/\p{Surrogate}/u.test(text);
