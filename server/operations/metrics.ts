/**
 * The only file that imports prom-client: exposes the platform's counters in the format of Prometheus. A
 * label is one of the platform's own words, such as a route pattern or a reason, and never an id, a name or
 * external text.
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { BrokerCounters } from '#broker/broker-counters.ts';
import type { PartKind } from '#protocol/render-failure.ts';
import type { PeerCounters } from '../peer/peer-counters.ts';

export type AnsweredCall = {
  method: string;
  /** The pattern of the route, such as `/v1/groups/:groupId`; undefined if no route matched. */
  route: string | undefined;
  status: number;
  seconds: number;
};

/** Counters of the services. */
export type ServiceCounters = {
  broker(): BrokerCounters;
  peers(): PeerCounters;
  /** Keyed by `what:reason`. */
  security(): Record<string, number>;
};

export type Metrics = {
  callAnswered(call: AnsweredCall): void;
  /** How long a caller waited for a connection to the database. */
  databaseWaited(seconds: number): void;
  databaseQueried(seconds: number, outcome: 'ok' | 'failed'): void;
  syncEnded(outcome: string): void;
  /** A console failed to render a part of a page. */
  renderFailed(part: PartKind): void;
  /** Includes these counters from now on. */
  watch(services: ServiceCounters): void;
  /** The current values, and the content type of the text. */
  read(): Promise<{ text: string; contentType: string }>;
};

/** Up to the slowest import of a directory. Most calls take a few milliseconds. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Memory, processor and event loop belong to the process, even if a test runs several platforms in it. */
let ofProcess: Registry | undefined;

function processRegistry(): Registry {
  if (ofProcess === undefined) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const shared = processRegistry();
  const calls = new Histogram({
    name: 'lectern_http_call_seconds',
    help: 'Calls by route pattern and status, and how long they took to answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers,
  });
  const waits = new Histogram({
    name: 'lectern_database_wait_seconds',
    help: 'How long work waited for a connection to the database.',
    buckets: SECONDS,
    registers,
  });
  const queries = new Histogram({
    name: 'lectern_database_query_seconds',
    help: 'How long statements took in the database, by outcome.',
    labelNames: ['outcome'],
    buckets: SECONDS,
    registers,
  });
  const syncs = new Counter({
    name: 'lectern_sync_runs_total',
    help: 'Runs of import jobs that this process ended, by outcome.',
    labelNames: ['outcome'],
    registers,
  });
  const renderFailures = new Counter({
    name: 'lectern_render_failures_total',
    help: 'Parts of a page that a console could not show, by kind of part.',
    labelNames: ['part'],
    registers,
  });
  return {
    callAnswered({ method, route, status, seconds }) {
      const labels = { method: METHODS.has(method) ? method : 'other', route: route ?? 'none', status };
      calls.observe(labels, seconds);
    },
    databaseWaited: (seconds) => waits.observe(seconds),
    databaseQueried: (seconds, outcome) => queries.observe({ outcome }, seconds),
    syncEnded: (outcome) => syncs.inc({ outcome: word(outcome) }),
    renderFailed: (part) => renderFailures.inc({ part }),
    watch(services) {
      watchBroker(registry, services.broker);
      watchPeers(registry, services.peers);
      watchSecurity(registry, services.security);
    },
    async read() {
      const { contentType } = registry;
      return { text: await Registry.merge([shared, registry]).metrics(), contentType };
    },
  };
}

function watchBroker(registry: Registry, read: ServiceCounters['broker']): void {
  const { gauge, counter } = meters(registry);
  gauge('lectern_broker_connections', 'Connections to the broker, by kind of client.', ['kind'], () =>
    Object.entries(read().connections).map(([kind, value]) => [{ kind }, value]),
  );
  counter('lectern_broker_connected_total', 'Connections that the broker let in.', [], () => [
    [{}, read().connected],
  ]);
  counter('lectern_broker_messages_total', 'Messages of MQTT clients, by direction.', ['direction'], () => [
    [{ direction: 'in' }, read().messagesIn],
    [{ direction: 'out' }, read().messagesOut],
  ]);
  counter('lectern_broker_bytes_total', 'Bytes of MQTT clients, by direction.', ['direction'], () => [
    [{ direction: 'in' }, read().bytesIn],
    [{ direction: 'out' }, read().bytesOut],
  ]);
  counter(
    'lectern_broker_dropped_total',
    'Messages that did not arrive, by reason: slow, size and queue are of receivers, the others of what was sent to the platform.',
    ['reason'],
    () => {
      const { dropped, droppedForSlow, droppedForSize, droppedFromQueues } = read();
      return [
        [{ reason: 'slow' }, droppedForSlow],
        [{ reason: 'size' }, droppedForSize],
        [{ reason: 'queue' }, droppedFromQueues],
        ...byReason(dropped),
      ];
    },
  );
  counter(
    'lectern_broker_refused_total',
    'What the broker refused, by packet and reason.',
    ['packet', 'reason'],
    () =>
      Object.entries(read().refused).flatMap(([packet, reasons]) =>
        byReason(reasons).map(([labels, value]): Row => [{ packet, ...labels }, value]),
      ),
  );
}

function watchPeers(registry: Registry, read: ServiceCounters['peers']): void {
  const { gauge, counter } = meters(registry);
  gauge('lectern_peer_connections', 'Connections to the peer server, by kind of client.', ['kind'], () =>
    Object.entries(read().sockets).map(([kind, value]) => [{ kind }, value]),
  );
  gauge('lectern_peer_held_frames', 'Frames that wait for a peer.', [], () => [[{}, read().held]]);
  counter('lectern_peer_relayed_total', 'Frames that reached another peer.', [], () => [
    [{}, read().relayed],
  ]);
  counter('lectern_peer_expired_total', 'Frames that no peer fetched in time.', [], () => [
    [{}, read().expired],
  ]);
  counter('lectern_peer_refused_total', 'What the peer server refused.', ['packet', 'reason'], () =>
    Object.entries(read().refused).flatMap(([packet, reasons]) =>
      byReason(reasons).map(([labels, value]): Row => [{ packet, ...labels }, value]),
    ),
  );
}

function watchSecurity(registry: Registry, read: ServiceCounters['security']): void {
  const { counter } = meters(registry);
  counter('lectern_security_events_total', 'Events of the security log.', ['event', 'reason'], () =>
    Object.entries(read()).map(([key, value]) => {
      const [event = '', reason = ''] = key.split(':', 2);
      return [{ event: word(event), reason: word(reason) }, value];
    }),
  );
}

type Row = [labels: Record<string, string>, value: number];

/** Meters whose values are read from existing counters. */
function meters(registry: Registry) {
  const registers = [registry];
  return {
    gauge(name: string, help: string, labelNames: string[], rows: () => Row[]): void {
      const meter = new Gauge({
        name,
        help,
        labelNames,
        registers,
        collect() {
          for (const [labels, value] of rows()) meter.set(labels, value);
        },
      });
    },
    counter(name: string, help: string, labelNames: string[], rows: () => Row[]): void {
      const meter = new Counter({
        name,
        help,
        labelNames,
        registers,
        collect() {
          meter.reset();
          for (const [labels, value] of rows()) meter.inc(labels, value);
        },
      });
    },
  };
}

const byReason = (reasons: Record<string, number>): Row[] =>
  Object.entries(reasons).map(([reason, value]) => [{ reason: word(reason) }, value]);

/** Reasons are short names, some with a colon. Other text becomes `other`, so that labels stay few. */
const word = (text: string): string =>
  /^[a-z][a-z0-9-]{0,39}(:[a-z0-9-]{1,40})?$/.test(text) ? text : text === '' ? '' : 'other';
