/**
 * Where a provider's window comes back to: one address of the login host, for all tenants. It goes on to the console whose
 * administrator asked, as the fragment of an address, which no server sees.
 */
import * as v from 'valibot';
import { type Addresses, CONSENT_PATH } from '../../http/addresses.ts';
import type { FilesDeps } from '../../http/files.ts';
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
