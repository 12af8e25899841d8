/** Publishes the retained list on `S/clients/{clientId}/policies` of the policies that apply to a device. */
import { selfOf } from '#protocol/auth/access-token.ts';
import type { ClientPolicies } from '#protocol/client-policies.ts';
import { clientPolicies, type Scope } from '#protocol/topics.ts';
import type { BrokerChanges } from '../broker-permissions.ts';
import type { Connection } from '../door/connection.ts';

/** The properties of a device that decide which policies apply to it. */
export type PolicyHolderRef = Scope & {
  groups: readonly string[];
  /** Set only for a user of the directory. */
  userId: string | undefined;
  deviceId: string | undefined;
};

export type PolicyDeliveryDeps = {
  changes: BrokerChanges;
  connections(): Iterable<Connection>;
  policiesOf(holder: PolicyHolderRef): Promise<ClientPolicies>;
  /** Publishes a retained message. */
  publish(topic: string, payload: Buffer): Promise<void>;
  failed(error: unknown): void;
};

export type PolicyDelivery = {
  /** Publishes a device's list if it has changed. Does nothing for other clients. */
  deliver(connection: Connection): Promise<void>;
  stop(): void;
};

/** Delay after a failure, such as an unreachable database. */
const RETRY_DELAY_MS = 2_000;

export function createPolicyDelivery(deps: PolicyDeliveryDeps): PolicyDelivery {
  const published = new WeakMap<Connection, string>();
  /** Deliveries are queued per topic, also across reconnects, so that no older list is published last. */
  const last = new Map<string, Promise<void>>();
  const retries = new Map<Connection, NodeJS.Timeout>();
  const waiting = new WeakSet<Connection>();
  let stopped = false;

  async function publishAnew(connection: Connection): Promise<void> {
    const { claims, access } = connection;
    const { tenant, site, deviceId } = claims;
    const topic = topicOf(connection);
    const userId = claims.authType === 'user' ? claims.userId : undefined;
    const groups = access.ownGroups();
    const text = JSON.stringify(await deps.policiesOf({ tenant, site, groups, userId, deviceId }));
    if (stopped || published.get(connection) === text) return;
    await deps.publish(topic, Buffer.from(text));
    published.set(connection, text);
  }

  /** Retries once, unless the connection has closed meanwhile. */
  function retryLater(connection: Connection): void {
    if (stopped || retries.has(connection)) return;
    const retry = () => {
      if ([...deps.connections()].includes(connection)) enqueue(connection).catch(deps.failed);
      retries.delete(connection);
    };
    retries.set(connection, setTimeout(retry, RETRY_DELAY_MS).unref());
  }

  async function deliver(connection: Connection): Promise<void> {
    try {
      await enqueue(connection);
    } catch (error) {
      retryLater(connection);
      throw error;
    }
  }

  function enqueue(connection: Connection): Promise<void> {
    const topic = topicOf(connection);
    const before = last.get(topic) ?? Promise.resolve();
    // A queued delivery that has not begun will include this change.
    if (connection.claims.kind !== 'device' || waiting.has(connection)) return before;
    waiting.add(connection);
    const turn = before
      .catch(() => undefined)
      .then(() => {
        waiting.delete(connection);
        return publishAnew(connection);
      });
    last.set(topic, turn);
    const forget = () => {
      if (last.get(topic) === turn) last.delete(topic);
    };
    turn.then(forget, forget);
    return turn;
  }

  const unlisten = deps.changes.listen(({ tenant, site, resource }) => {
    if (resource !== 'policies') return;
    for (const connection of deps.connections()) {
      const { claims } = connection;
      const concerned = claims.tenant === tenant && (site === undefined || claims.site === site);
      if (concerned) deliver(connection).catch(deps.failed);
    }
  });

  return {
    deliver,
    stop() {
      stopped = true;
      unlisten();
      for (const timer of retries.values()) clearTimeout(timer);
      retries.clear();
    },
  };
}

const topicOf = ({ claims }: Connection) => clientPolicies(claims, selfOf(claims));
