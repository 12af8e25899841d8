/**
 * Logs a machine in. Its first login shows the secret of the site, and the platform answers with a secret of
 * the machine's own, which later logins show. Thereby the secret of the site can be rotated.
 */
import * as v from 'valibot';
import { isAppError } from '#protocol/app-error.ts';
import type { DeviceLogin } from '#protocol/auth/auth-service.ts';
import type { AgentLogin } from './agent-enrolment.ts';
import type { AgentStore } from './agent-store.ts';

/** What an agent creates and receives once, and stores as long as it is installed. */
export const machineIdentitySchema = v.object({
  /** A random id of this installation, by which the platform tells machines apart. */
  installationId: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
  /** The machine's own secret; absent before its first login. */
  secret: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(256))),
  /** The tenant and site that gave the secret. */
  site: v.optional(v.string()),
});
export type MachineIdentity = v.InferOutput<typeof machineIdentitySchema>;

/** The platform needs up to 15 s to notice that a lost connection of this machine has ended. */
const CONFLICT_MS = 20_000;

const answerSchema = v.looseObject({ deviceSecret: v.optional(v.string()) });

export function createMachineLogin(deps: {
  /**
   * The tenant and site of the agent's configuration. A machine that moves to another site uses neither the
   * secret nor the session of the former one.
   */
  site: string;
  /** The secret of the site, from the agent's configuration. */
  siteSecret: () => string;
  /** What the agent tells about the machine and its person now. */
  about: () => Omit<DeviceLogin, 'secret' | 'installationId' | 'clientKey'>;
  store: AgentStore<MachineIdentity>;
  /** Returns a random UUID. */
  newId: () => string;
  now: () => number;
}): AgentLogin {
  const { site, siteSecret, store, newId, now } = deps;
  /** When the platform first answered that another machine is connected with this identity. */
  let conflictAt: number | undefined;

  const identity = async (): Promise<MachineIdentity> => {
    const stored = await store.get();
    if (stored?.site !== undefined && stored.site !== site) return { installationId: stored.installationId };
    if (stored !== undefined) return stored;
    const created = { installationId: newId() };
    await store.set(created);
    return created;
  };

  /** Whether the login continues with the secret of the site. Changes the stored identity if it does. */
  const leavesSecret = async (error: unknown, { installationId }: MachineIdentity): Promise<boolean> => {
    if (!isAppError(error)) return false;
    if (error.code === 'unauthorized') {
      await store.set({ installationId });
      return true;
    }
    if (error.code !== 'conflict') return false;
    conflictAt ??= now();
    // The own lost connection may still count as open.
    if (now() - conflictAt < CONFLICT_MS) return false;
    // This machine was copied from another one, which keeps the identity.
    await store.set({ installationId: newId() });
    return true;
  };

  return {
    path: '/devices/login',
    about: () => JSON.stringify({ site, ...deps.about() }),
    async send(post) {
      const own = await identity();
      const { secret } = own;
      if (secret !== undefined) {
        try {
          const answer = await post({ ...deps.about(), installationId: own.installationId, secret });
          conflictAt = undefined;
          return answer;
        } catch (error) {
          if (!(await leavesSecret(error, own))) throw error;
        }
      }
      conflictAt = undefined;
      const { installationId } = await identity();
      const answer = await post({ ...deps.about(), installationId, secret: siteSecret() });
      const { deviceSecret } = v.parse(answerSchema, answer);
      if (deviceSecret !== undefined) await store.set({ installationId, secret: deviceSecret, site });
      return answer;
    },
  };
}
