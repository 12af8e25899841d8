/** The parts of an OpenAPI 3.1 document that the platform writes and its page reads. */
import type { JsonSchema } from './json-schemas.ts';

export type MediaTypes = Record<string, { schema?: JsonSchema }>;
export type Answer = { $ref: string } | { description: string; content?: MediaTypes };
export type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema?: JsonSchema;
};
export type DescribedOperation = {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security: Record<string, string[]>[];
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { required?: boolean; content: MediaTypes };
  responses: Record<string, Answer>;
};
export type OpenApiDocument = {
  info: { title: string; version: string; summary?: string; description?: string };
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, DescribedOperation>>;
  components: {
    schemas: Record<string, JsonSchema>;
    securitySchemes: Record<string, unknown>;
    responses?: Record<string, Answer>;
    parameters?: Record<string, Parameter>;
  };
};
