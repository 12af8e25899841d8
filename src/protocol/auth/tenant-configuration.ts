import * as v from 'valibot';

const providerSchema = v.object({
  /** The provider's authorization endpoint; the console adds scope, response type, nonce and state. */
  authorizationUrl: v.string(),
  clientId: v.string(),
});

/**
 * `GET {config host}/{tenant}.json`: the addresses of a tenant's services. 404 or 403: no such tenant. Local
 * storage has the addresses under the same upper-case names.
 */
export const tenantConfigurationSchema = v.looseObject({
  tenant: v.string(),
  name: v.string(),
  /** The origin of the tenant's console. Hand-over codes are sent nowhere else. */
  CONSOLE_URL: v.string(),
  AUTH_URL: v.string(),
  /** Without `/v1`. */
  REST_URL: v.string(),
  /** `ws://` or `wss://`, with its path. */
  MQTT_URL: v.string(),
  PEER_SERVER: v.string(),
  STUN_SERVER: v.optional(v.string()),
  ICE_SERVER: v.optional(v.string()),
  /** An installer of the site runner. Without one the platform offers the program for Node. */
  RUNNER_INSTALLER_URL: v.fallback(v.optional(v.pipe(v.string(), v.startsWith('https://'))), undefined),
  providers: v.object({ google: v.optional(providerSchema), microsoft: v.optional(providerSchema) }),
});
export type TenantConfiguration = v.InferOutput<typeof tenantConfigurationSchema>;
export type IdentityProviderName = 'google' | 'microsoft';

/** The path of a tenant's configuration document on the configuration host. */
export const tenantConfigurationPath = (tenant: string) => `/${encodeURIComponent(tenant)}.json`;
/** The path of a tenant's special-messages document on the configuration host. */
export const specialMessagesPath = (tenant: string) => `/${encodeURIComponent(tenant)}/special-messages.json`;

/** `GET {config host}/{tenant}/special-messages.json`. Dates are ISO 8601. */
export const specialMessagesSchema = v.array(
  v.object({
    id: v.optional(v.string()),
    startDate: v.string(),
    endDate: v.string(),
    title: v.string(),
    text: v.string(),
    color: v.optional(v.string()),
    type: v.optional(v.picklist(['info', 'success', 'warning', 'error']), 'info'),
    closable: v.optional(v.boolean(), true),
  }),
);
export type SpecialMessage = v.InferOutput<typeof specialMessagesSchema>[number];
