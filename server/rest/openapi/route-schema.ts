import type { FastifySchema } from 'fastify';
import { jsonSchemaOf } from './json-schemas.ts';
import type { Operation, Token } from './operation.ts';
import { OPERATIONS } from './operations/all-operations.ts';

/** Names of the security schemes in the document. */
export const SECURITY_NAMES: Record<Token, string> = {
  'access token': 'accessToken',
  'refresh token': 'refreshToken',
  'id token': 'idToken',
  'metrics token': 'metricsToken',
};

/** An operation in the format of the framework's plug-in. */
export function routeSchemaOf(operationId: string): FastifySchema {
  const operation = OPERATIONS[operationId];
  if (operation === undefined) throw new Error(`there is no operation ${operationId}`);
  const { tag, summary, tokens = ['access token'], query } = operation;
  const text = [operation.description, operation.caller && `Callers: ${operation.caller}`].filter(Boolean);
  return {
    operationId,
    tags: [tag],
    summary,
    ...(text.length > 0 && { description: text.join('\n\n') }),
    security: tokens.map((token) => ({ [SECURITY_NAMES[token]]: [] })),
    ...(query && { querystring: jsonSchemaOf(query) }),
    ...bodyOf(operation),
    ...answerOf(operation),
  };
}

/** Some libraries always send a body with POST. */
const NO_BODY = { type: 'object', description: 'An empty object, or no body at all.' };

function bodyOf({ route, body, bodyType }: Operation): Pick<FastifySchema, 'body' | 'consumes'> {
  if (body === undefined) return route.startsWith('POST ') ? { body: NO_BODY } : {};
  return { body: jsonSchemaOf(body), ...(bodyType !== undefined && { consumes: [bodyType] }) };
}

function answerOf({
  answer,
  answerType,
  status = 200,
}: Operation): Pick<FastifySchema, 'response' | 'produces'> {
  if (answer) return { response: { [status]: { description: 'Done.', ...contentOf(jsonSchemaOf(answer)) } } };
  if (answerType === undefined)
    return { response: { [status]: { type: 'null', description: 'Done, without a body.' } } };
  return {
    response: {
      [status]: { description: 'The file.', content: { [answerType]: { schema: { type: 'string' } } } },
    },
  };
}

const contentOf = (schema: object) => ({ content: { 'application/json': { schema } } });
