/** Routes with which super admins set up integrations: consent, test, save, change and delete. */
import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import { testDirectory } from '#directories/consent/test-directory.ts';
import type { Access } from '#directories/directories.ts';
import { createIntegrationSecrets } from '#directories/integration-secrets.ts';
import { parseBody } from '#http/parse-body.ts';
import { AppError } from '#protocol/app-error.ts';
import { familyOf } from '#protocol/auth/access-token.ts';
import {
  consentAnswerSchema,
  consentBodySchema,
  type Integration,
  type IntegrationChange,
  integrationChangeSchema,
  integrationTestBodySchema,
  newIntegrationBodySchema,
} from '#protocol/rest/integration.ts';
import type { Database } from '#store/database.ts';
import type { ConsentOwner } from '#store/integrations/directory-consents.ts';
import { createIntegrations } from '#store/integrations/integrations.ts';
import { noteSubject } from '../logs/log-changes.ts';
import type { IdRoute } from '../site-reach.ts';
import type { AdminScope } from './admin-scope.ts';

type Config = { domain?: string | undefined; adminEmail?: string | undefined; tenantId?: string | undefined };

const config = { administrator: 'superAdmin' } as const;
const unloggedConfig = { ...config, changesNothing: true };

export function registerIntegrationChanges(app: FastifyInstance, deps: AdminScope): void {
  const { db, administrator, consents, directories, encryption } = deps;
  const integrations = createIntegrations(db);
  const secrets = createIntegrationSecrets(db, encryption);

  function ownerOf(request: FastifyRequest): ConsentOwner {
    const { tenant, tutorId } = administrator(request);
    return { tenant, tutorId, session: familyOf(request.claims?.jti) ?? '' };
  }

  async function findIntegration(tenant: string, integrationId: string): Promise<Integration> {
    const integration = await integrations.find({ tenant, integrationId });
    if (!integration) throw new AppError('not-found', 'There is no such integration.');
    return integration;
  }

  /** The platform's stored access to the directory of an integration. */
  async function accessOf(tenant: string, { id, service, config }: Integration): Promise<Access | undefined> {
    if (service === 'microsoft')
      return config?.tenantId === undefined ? undefined : { service, tenantId: config.tenantId };
    if (service !== 'google') return undefined;
    const refreshToken = await secrets.read({ tenant, integrationId: id });
    return refreshToken === undefined ? undefined : { service, refreshToken };
  }

  /** Runs in the transaction that writes the integration, and stores the tested consent as its access. */
  function storeConsent(owner: ConsentOwner, integration: Integration, tempToken: string | undefined) {
    return async (trx: Transaction<Database>): Promise<void> => {
      if (tempToken === undefined) return;
      const consent = await consents.take(trx, owner, tempToken);
      if (!consent) throw consentIsOver();
      if (!isSame(consent.tested as Config | null, integration.config)) throw untested();
      if (consent.access.service !== integration.service) throw untested();
      if (consent.access.service !== 'google') return;
      const key = { tenant: owner.tenant, integrationId: integration.id };
      await createIntegrationSecrets(trx, encryption).keep(key, consent.access.refreshToken);
    };
  }

  app.post('/integrations/consents', { config: unloggedConfig }, (request) => {
    const body = parseBody(consentBodySchema, request.body);
    return consents.begin(ownerOf(request), body);
  });

  app.post<IdRoute>('/integrations/consents/:id', { config: unloggedConfig }, async (request) => {
    const answer = parseBody(consentAnswerSchema, request.body);
    return { tempToken: await consents.finish(ownerOf(request), request.params.id, answer) };
  });

  app.post('/integrations/test', { config: unloggedConfig }, async (request) => {
    const body = parseBody(integrationTestBodySchema, request.body);
    const owner = ownerOf(request);
    const { service, id } = body;
    const { tempToken, ...place }: Config & { tempToken?: string | undefined } = body.config;
    const access =
      tempToken !== undefined
        ? (await consents.given(owner, tempToken))?.access
        : id !== undefined
          ? await accessOf(owner.tenant, await findIntegration(owner.tenant, id))
          : undefined;
    const isMatching =
      access?.service === service && (!('tenantId' in access) || access.tenantId === place.tenantId);
    if (!access || !isMatching) throw new AppError('conflict', 'give consent first.');
    const directory = directories.attempt(access);
    if (!directory) throw new AppError('conflict', 'this platform has no client id of the provider.');
    const tested = await testDirectory(directory, place);
    if (tested.name === 'failed') throw new AppError('conflict', tested.message);
    if (tempToken !== undefined) await consents.noteTest(owner, tempToken, place);
    return tested.message === undefined ? {} : { message: tested.message };
  });

  app.post('/integrations', { config }, async (request) => {
    const { name, disabled, service, config } = parseBody(newIntegrationBodySchema, request.body);
    const owner = ownerOf(request);
    const { tempToken, ...place }: Config & { tempToken?: string | undefined } = config;
    if (tempToken === undefined) throw untested();
    const integration = { id: randomUUID(), name, service, disabled, config: place };
    const also = storeConsent(owner, integration, tempToken);
    if (!(await integrations.add(owner.tenant, integration, also))) throw nameIsTaken();
    noteSubject(request, { resourceId: integration.id });
    return integration;
  });

  app.put<IdRoute>('/integrations/:id', { config }, async (request) => {
    const change = parseBody(integrationChangeSchema, request.body);
    const owner = ownerOf(request);
    const before = await findIntegration(owner.tenant, request.params.id);
    const integration = changed(before, change);
    const also = storeConsent(owner, integration, change.config?.tempToken);
    const key = { tenant: owner.tenant, integrationId: before.id };
    if (!(await integrations.change(key, integration, also))) throw nameIsTaken();
    return integration;
  });

  app.delete<IdRoute>('/integrations/:id', { config }, async (request) => {
    const { tenant } = administrator(request);
    const integrationId = request.params.id;
    if (!(await integrations.remove({ tenant, integrationId })))
      throw new AppError('not-found', 'There is no such integration.');
    return {};
  });

  app.get<IdRoute>('/integrations/:id/uses', { config }, async (request) => {
    const { tenant } = administrator(request);
    const { id } = await findIntegration(tenant, request.params.id);
    return integrations.uses({ tenant, integrationId: id });
  });
}

/** Applies the change to the integration. Throws if the change is meant for another service. */
function changed(before: Integration, { name, disabled, config = {} }: IntegrationChange): Integration {
  const { tempToken, ...place } = config;
  const { service } = before;
  const foreign = Object.keys(place).find((field) => (field === 'tenantId') !== (service === 'microsoft'));
  if (foreign !== undefined || (service === 'internal' && Object.keys(config).length > 0))
    throw new AppError('invalid', 'The configuration is of another service.', {
      detail: { field: 'config' },
    });
  if (place.tenantId !== undefined && place.tenantId !== before.config?.tenantId)
    throw new AppError('invalid', 'Another directory needs an integration of its own.', {
      detail: { field: 'tenantId' },
    });
  return {
    ...before,
    name: name ?? before.name,
    disabled: disabled ?? before.disabled,
    config: { ...before.config, ...place },
  };
}

const isSame = (tested: Config | null, config: Config | undefined) =>
  tested !== null &&
  (['domain', 'adminEmail', 'tenantId'] as const).every((field) => tested[field] === config?.[field]);

const untested = () => new AppError('conflict', 'Test the connection first.');
const consentIsOver = () => new AppError('conflict', 'The consent is over. Give it again.');
const nameIsTaken = () =>
  new AppError('conflict', 'There is an integration with this name.', { detail: { field: 'name' } });
