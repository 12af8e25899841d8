/**
 * The provider's window returns to one address of the login host, for all tenants. From there it is
 * redirected to the console of the administrator who started the consent. The answer is in the URL fragment,
 * which servers do not receive.
 */
import * as v from 'valibot';
import { type Addresses, CONSENT_PATH } from '#http/addresses.ts';
import type { FilesDeps } from '#http/files.ts';
import type { DirectoryConsent } from './directory-consent.ts';

const text = v.optional(v.pipe(v.string(), v.maxLength(4_096)));
const returnSchema = v.object({
  state: v.pipe(v.string(), v.maxLength(512), v.regex(/^[a-z0-9-]+\.[\w-]+$/)),
  code: text,
  error: text,
  error_description: text,
  admin_consent: text,
});

export function createConsentReturn({
  consents,
  addresses,
}: {
  consents: Pick<DirectoryConsent, 'nextStep'>;
  addresses: Pick<Addresses, 'consoleUrl' | 'isPageOrigin'>;
}): FilesDeps['consentReturn'] {
  return async (query) => {
    const parsed = v.safeParse(returnSchema, query);
    if (!parsed.success) return undefined;
    const { admin_consent, ...answer } = parsed.output;
    if (admin_consent !== undefined && answer.error === undefined) {
      const next = await consents.nextStep(answer.state);
      if (next !== undefined) return next;
    }
    const [tenant = ''] = answer.state.split('.');
    const console = addresses.consoleUrl(tenant);
    if (!addresses.isPageOrigin(console)) return undefined;
    const fragment = new URLSearchParams();
    for (const [name, value] of Object.entries(answer)) if (value !== undefined) fragment.set(name, value);
    return `${console}${CONSENT_PATH}#${fragment}`;
  };
}
