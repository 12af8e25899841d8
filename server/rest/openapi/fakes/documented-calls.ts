/** Compares successful calls of test suites with their operations in the OpenAPI document. */
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { isBodyOptional, type Operation } from '../operation.ts';
import { OPERATIONS } from '../operations/all-operations.ts';

const byRoute = new Map<string, Operation>(Object.values(OPERATIONS).map((each) => [each.route, each]));

type Call = { body: unknown; query: object; answer: string | undefined };

/** Compares calls of all routes registered afterwards. Returns the differences from the document. */
export function compareWithDocument(app: FastifyInstance): readonly string[] {
  const differences: string[] = [];
  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode >= 300) return;
    const { body, query } = request;
    // A page of the inventory is a stream.
    const answer = typeof payload === 'string' ? payload : undefined;
    const route = `${request.method} ${request.routeOptions.url}`;
    differences.push(...differencesOf(route, { body, query: query as object, answer }));
  });
  return differences;
}

/** The differences between a successful call and the document. `route`: such as `GET /v1/groups/:id`. */
export function differencesOf(route: string, { body, query, answer }: Call): string[] {
  const operation = byRoute.get(route);
  if (operation === undefined) return [`${route} is not in the document`];
  const differences: string[] = [];
  const compare = (what: string, schema: v.GenericSchema | undefined, value: unknown) => {
    const isEmpty = value === undefined || Object.keys(value as object).length === 0;
    if (schema === undefined && !isEmpty) differences.push(`${route} has a ${what} without a schema`);
    const result = schema && v.safeParse(schema, value);
    if (result?.success === false)
      differences.push(`${route} has another ${what}: ${JSON.stringify(v.flatten(result.issues))}`);
  };
  const isLeftOut = body == null && operation.body !== undefined && isBodyOptional(operation.body);
  if (operation.bodyType === undefined && !isLeftOut) compare('body', operation.body, body ?? undefined);
  compare('query', operation.query, query);
  const { entries = {} } = (operation.query ?? {}) as { entries?: object };
  for (const name of Object.keys(query))
    if (!Object.hasOwn(entries, name)) differences.push(`${route} has the query parameter ${name}`);
  if (operation.answerType === undefined && answer) compare('answer', operation.answer, JSON.parse(answer));
  return differences;
}
