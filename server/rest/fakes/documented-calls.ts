/** Compares every successful call of a test suite with its operation in the OpenAPI document. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Operation } from '../../openapi/operation.ts';
import { OPERATIONS } from '../../openapi/operations/all-operations.ts';

const byRoute = new Map<string, Operation>(Object.values(OPERATIONS).map((each) => [each.route, each]));

/** Compares the calls of the routes that are registered from now on. Gives what the document does not describe. */
export function compareWithDocument(app: FastifyInstance): readonly string[] {
  const faults: string[] = [];
  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode >= 300) return;
    const route = `${request.method} ${request.routeOptions.url}`;
    const operation = byRoute.get(route);
    const found = operation ? faultsOf(operation, request, payload) : ['is in no table'];
    faults.push(...found.map((fault) => `${route} ${fault}`));
  });
  return faults;
}

function faultsOf(operation: Operation, { body, query }: FastifyRequest, payload: unknown): string[] {
  const faults: string[] = [];
  const compare = (what: string, schema: v.GenericSchema | undefined, value: unknown) => {
    const isEmpty = value == null || (typeof value === 'object' && Object.keys(value).length === 0);
    if (schema === undefined && !isEmpty) faults.push(`has ${what} without a schema`);
    const result = schema && v.safeParse(schema, value);
    if (result?.success === false)
      faults.push(
        `has another ${what}: ${JSON.stringify(v.flatten(result.issues).nested ?? result.issues[0].message)}`,
      );
  };
  if (operation.bodyType === undefined) compare('body', operation.body, body ?? undefined);
  compare('query', operation.query, query);
  const known =
    operation.query && 'entries' in operation.query ? Object.keys(operation.query.entries as object) : [];
  for (const name of Object.keys(query as object))
    if (!known.includes(name)) faults.push(`has the query parameter ${name}`);
  // A page of the inventory is a stream.
  if (operation.answerType === undefined && typeof payload !== 'object')
    compare('answer', operation.answer, payload ? JSON.parse(String(payload)) : undefined);
  return faults;
}
