/** Counts the connections of each tutor, device and runner, from the moment they request admission. */
import type { AccessTokenClaims } from '#protocol/auth/access-token.ts';

/** How many client ids one subject may use at the same time. */
export type ConnectionCountLimits = Record<AccessTokenClaims['kind'], number>;
/**
 * A tutor has one connection per browser. A device has one, but may reconnect as another program before its
 * old connection is closed.
 */
export const MAX_CONNECTIONS: ConnectionCountLimits = { tutor: 32, device: 8, runner: 8 };

type Subject = Pick<AccessTokenClaims, 'kind' | 'tenant' | 'site' | 'sub' | 'clientId'>;

export type ConnectionCounts = {
  /** Returns the function that frees the seat; undefined: all are taken. A client id has one seat. */
  take(subject: Subject, clientId: string): (() => void) | undefined;
};

export function createConnectionCounts(limits: ConnectionCountLimits): ConnectionCounts {
  /** Connections per client id of each subject. A taken-over client id briefly has two. */
  const taken = new Map<string, Map<string, number>>();
  return {
    take({ kind, tenant, site, sub, clientId: device }, clientId) {
      const subject = JSON.stringify([kind, tenant, site, device ?? sub]);
      const connections = taken.get(subject) ?? new Map<string, number>();
      const before = connections.get(clientId) ?? 0;
      if (before === 0 && connections.size >= limits[kind]) return undefined;
      connections.set(clientId, before + 1);
      taken.set(subject, connections);
      let isReleased = false;
      return () => {
        if (isReleased) return;
        isReleased = true;
        const left = (connections.get(clientId) ?? 0) - 1;
        if (left > 0) connections.set(clientId, left);
        else connections.delete(clientId);
        if (connections.size === 0 && taken.get(subject) === connections) taken.delete(subject);
      };
    },
  };
}
