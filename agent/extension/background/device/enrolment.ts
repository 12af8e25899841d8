/** Enrols this browser at its site, and continues its session after the worker or the browser was stopped. */
import * as v from 'valibot';
import { deviceTokensSchema } from '#protocol/auth/auth-service.ts';
import type { SiteDeployment } from '#protocol/deployment.ts';
import {
  type AgentEnrolment,
  createAgentEnrolment,
  storedSessionSchema,
} from '../../../core/connection/agent-enrolment.ts';
import { createMachineLogin, machineIdentitySchema } from '../../../core/connection/machine-login.ts';
import type { PlatformCall } from '../../../core/connection/platform-call.ts';
import { type DeviceIdentity, deviceIdentityOf } from '../../../core/identity.ts';
import { localStore } from '../local-store.ts';
import type { BrowserFacts } from './browser-facts.ts';

export function createExtensionEnrolment(options: {
  call: PlatformCall;
  authUrl: string;
  deployment: SiteDeployment;
  facts: BrowserFacts;
  version: string;
  now: () => number;
  /** Aborts requests when the device stops. */
  signal: AbortSignal;
}): AgentEnrolment<DeviceIdentity> {
  const { call, authUrl, deployment, facts, version, now, signal } = options;
  const { os: _, ...machine } = facts;
  return createAgentEnrolment({
    call,
    authUrl,
    tenant: deployment.tenantKey,
    now,
    signal,
    login: createMachineLogin({
      site: `${deployment.tenantKey}/${deployment.siteId}`,
      siteSecret: () => deployment.secret ?? '',
      about: () => ({ type: 'extension', version, ...machine }),
      store: localStore('machine', machineIdentitySchema),
      newId: () => crypto.randomUUID(),
      now,
    }),
    store: localStore('session', storedSessionSchema),
    identityOf: (answer) => deviceIdentityOf(deployment.tenantKey, v.parse(deviceTokensSchema, answer)),
  });
}
