/** Adds the parts that many operations share: the tenant's header, and the responses of failed calls. */
import type { DescribedOperation, OpenApiDocument } from './openapi-document.ts';
import { isBodyOptional, type Operation, type Operations } from './operation.ts';

const ERRORS = {
  Invalid: 'A field of the body, the query or a header is wrong; `field` names the first one.',
  Unauthorized: 'The token is missing, has expired, or its session has ended.',
  Forbidden: 'The caller may not do this.',
  NotFound: 'The resource does not exist, or the caller may not see it.',
  TooManyRequests: 'Too many calls; try again after `retryAfter` seconds.',
} as const;

const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };

export function withErrors(document: OpenApiDocument, operations: Operations): OpenApiDocument {
  document.components.parameters = {
    TenantKey: {
      name: 'tenant-key',
      in: 'header',
      required: true,
      description: 'The key of the tenant: the first label of the host name of its console.',
      schema: { type: 'string' },
    },
  };
  document.components.responses = Object.fromEntries(
    Object.entries(ERRORS).map(([name, description]) => [name, { description, content }]),
  );
  for (const methods of Object.values(document.paths))
    for (const described of Object.values(methods)) {
      const operation = operations[described.operationId];
      if (operation !== undefined) addErrors(described, operation);
    }
  return document;
}

function addErrors(described: DescribedOperation, operation: Operation): void {
  const { tokens, withoutTenant, body, query, conflict, route } = operation;
  if (described.requestBody) described.requestBody.required = body !== undefined && !isBodyOptional(body);
  if (!withoutTenant)
    described.parameters = [...(described.parameters ?? []), { $ref: '#/components/parameters/TenantKey' }];
  const { responses } = described;
  const add = (status: number, name: keyof typeof ERRORS) => {
    responses[status] = { $ref: `#/components/responses/${name}` };
  };
  if (!withoutTenant || body || query) add(400, 'Invalid');
  if (tokens === undefined || tokens.length > 0) {
    add(401, 'Unauthorized');
    add(403, 'Forbidden');
  }
  if (route.includes('/:')) add(404, 'NotFound');
  if (conflict !== undefined) responses[409] = { description: conflict, content };
  add(429, 'TooManyRequests');
}
