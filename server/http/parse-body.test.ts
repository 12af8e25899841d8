import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { type AppError, isAppError } from '#protocol/app-error.ts';
import { parseBody } from './parse-body.ts';

const schema = v.looseObject({ name: v.optional(v.string()) });

function refusal(value: unknown): AppError['detail'] & { code: string } {
  try {
    parseBody(schema, value);
  } catch (error) {
    if (isAppError(error)) return { code: error.code, ...error.detail };
    throw error;
  }
  throw new Error('was taken');
}

const nested = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`) as unknown;

describe('a body', () => {
  it('is taken with everything that the schema lets through', () => {
    const body = { name: 'Zoë 🎓', more: { list: [1, null, 'a\n\tb'] } };
    expect(parseBody(schema, body)).toEqual(body);
  });

  it.each<[string, unknown, string]>([
    ['a NUL', { name: 'a\u0000' }, 'name'],
    ['half of a character', { name: '\ud800' }, 'name'],
    ['a NUL in what the schema does not know', { more: [{ x: '\u0000' }] }, 'more.0.x'],
    ['a NUL in a name', { more: { 'a\u0000': 1 } }, 'more'],
  ])('with %s, which no table can hold, is refused with its field', (_what, body, field) => {
    expect(refusal(body)).toMatchObject({ code: 'invalid', field });
  });

  it('is refused where it is nested deeper than anything here', () => {
    expect(parseBody(schema, { more: nested(20) })).toBeTruthy();
    expect(refusal({ more: nested(100_000) })).toMatchObject({ code: 'invalid', field: 'more' });
  });
});
