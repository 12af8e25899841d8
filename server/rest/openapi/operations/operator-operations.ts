import * as v from 'valibot';
import type { Operations } from '../operation.ts';

export const operatorOperations: Operations = {
  readHealth: {
    tag: 'Operation',
    route: 'GET /healthz',
    summary: 'Read whether the process lives, and its version',
    tokens: [],
    withoutTenant: true,
    answer: v.object({ ok: v.literal(true), version: v.string() }),
  },
  readReadiness: {
    tag: 'Operation',
    route: 'GET /readyz',
    summary: 'Read whether every part of the platform is ready',
    description: 'Answers 503 with the same document while a part is not ready.',
    tokens: [],
    withoutTenant: true,
    answer: v.object({ ready: v.boolean(), parts: v.record(v.string(), v.string()) }),
  },
  readMetrics: {
    tag: 'Operation',
    route: 'GET /metrics',
    summary: 'Read the Prometheus metrics',
    tokens: ['metrics token'],
    withoutTenant: true,
    answerType: 'text/plain',
  },
  readDocument: {
    tag: 'Operation',
    route: 'GET /v1/openapi.json',
    summary: 'Read this document',
    tokens: [],
    withoutTenant: true,
    answer: v.looseObject({ openapi: v.string() }),
  },
  readDocumentPage: {
    tag: 'Operation',
    route: 'GET /v1/',
    summary: 'Read this document as a page',
    tokens: [],
    withoutTenant: true,
    answerType: 'text/html',
  },
};
