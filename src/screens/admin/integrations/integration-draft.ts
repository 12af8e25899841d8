/** Form fields of an integration, and the conditions for testing and saving it. */
import { trimmedText } from '#domain/visible-text.ts';
import type {
  ConsentBody,
  Integration,
  IntegrationChange,
  IntegrationTestBody,
  NewIntegrationBody,
} from '#protocol/rest/integration.ts';
import { m } from './messages.ts';

export type Draft = {
  service: Integration['service'];
  name: string;
  domain: string;
  adminEmail: string;
  tenantId: string;
  active: boolean;
};

/** A new integration is inactive by default. */
export const draftOf = (integration?: Integration): Draft => ({
  service: integration?.service ?? 'google',
  name: integration?.name ?? '',
  domain: integration?.config?.domain ?? '',
  adminEmail: integration?.config?.adminEmail ?? '',
  tenantId: integration?.config?.tenantId ?? '',
  active: integration !== undefined && !integration.disabled,
});

/** Why neither a connection test nor a consent is possible; undefined where both are. */
export function testObstacle(draft: Draft): string | undefined {
  if (trimmedText(draft.name) === '') return m.obstacles.name;
  return placeObstacle(draft);
}

export function placeObstacle({ service, domain, adminEmail, tenantId }: Draft): string | undefined {
  const isPlaced =
    service === 'google'
      ? domain.trim() !== '' && adminEmail.trim() !== ''
      : service === 'internal' || tenantId.trim() !== '';
  return isPlaced ? undefined : m.obstacles.place[service];
}

/** Identifies a test: a changed location or consent requires a new test. */
export const testKey = ({ service, domain, adminEmail, tenantId }: Draft, tempToken: string | undefined) =>
  JSON.stringify([service, domain.trim(), adminEmail.trim(), tenantId.trim(), tempToken]);

/** Why the draft cannot be saved. `tested`: the key of the last successful test. */
export function saveObstacle(
  draft: Draft,
  about: { first: Draft | undefined; tested: string | undefined; tempToken: string | undefined },
): string | undefined {
  const obstacle = testObstacle(draft);
  if (obstacle !== undefined) return obstacle;
  const { first, tested, tempToken } = about;
  const isUnchanged = first !== undefined && JSON.stringify(first) === JSON.stringify(draft);
  if (isUnchanged && tempToken === undefined) return m.obstacles.unchanged;
  const needsTest = first === undefined || tempToken !== undefined;
  return needsTest && tested !== testKey(draft, tempToken) ? m.obstacles.untested : undefined;
}

/** Undefined for the built-in directory, which has no external location. */
export function placeOf(draft: Draft, tempToken?: string): ConsentBody | undefined {
  const token = tempToken === undefined ? {} : { tempToken };
  const { service, domain, adminEmail, tenantId } = draft;
  if (service === 'google') return { service, config: { domain, adminEmail, ...token } };
  return service === 'microsoft' ? { service, config: { tenantId, ...token } } : undefined;
}

export function testBodyOf(
  draft: Draft,
  { id, tempToken }: { id: string | undefined; tempToken: string | undefined },
): IntegrationTestBody | undefined {
  const place = placeOf(draft, tempToken);
  return place && { ...place, name: draft.name, ...(id !== undefined && { id }) };
}

export function newBodyOf(draft: Draft, tempToken: string | undefined): NewIntegrationBody | undefined {
  const place = placeOf(draft, tempToken);
  return place && { ...place, name: draft.name, disabled: !draft.active };
}

/** Only the fields that differ from `first`, so that changes by other administrators are not overwritten. */
export function changeOf(first: Draft, draft: Draft, tempToken: string | undefined): IntegrationChange {
  const isChanged = (field: keyof Draft) => first[field] !== draft[field];
  const config =
    tempToken !== undefined
      ? placeOf(draft, tempToken)?.config
      : {
          ...(isChanged('domain') && { domain: draft.domain }),
          ...(isChanged('adminEmail') && { adminEmail: draft.adminEmail }),
        };
  return {
    ...(isChanged('name') && { name: draft.name }),
    ...(isChanged('active') && { disabled: !draft.active }),
    ...(config && Object.keys(config).length > 0 && { config }),
  };
}
