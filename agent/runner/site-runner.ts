/**
 * A site runner: a program in a school's network. Consoles request its name, which shows that they are in the
 * same network, and ask it to wake machines. It enrols with a secret, and replies on the console's own topic.
 */
import '#protocol/first-fault.ts';
import { hostname as ownHostname } from 'node:os';
import { actionTtlSeconds } from '#protocol/action-rules.ts';
import { type Clock, systemClock } from '#protocol/clock.ts';
import type { Fetch } from '#protocol/json-request.ts';
import { siteAddress } from '#protocol/site-address.ts';
import { runnerClientId, runnerFilters } from '#protocol/topics.ts';
import { createActionDispatcher, type DoneAction } from '../core/actions/action-dispatcher.ts';
import { type ActionOutcome, perform } from '../core/actions/action-handlers.ts';
import { type AgentSessionState, createAgentSession } from '../core/connection/agent-session.ts';
import { type AskedAction, readAction } from '../core/connection/read-action.ts';
import { createReplyQueue } from '../core/connection/reply-queue.ts';
import type { OpenAgentTransport, TransportMessage } from '../core/connection/transport.ts';
import type { ObtainCredentials } from '../core/identity.ts';
import { createMqttTransport } from '../mqtt/mqtt-transport.ts';
import { runnerActions } from './runner-actions.ts';
import { createRunnerLogin, type RunnerIdentity } from './runner-login.ts';
import { createWakeSender, type SendWake, type WakeDestination } from './wake-sender.ts';
import { createWakeTargets } from './wake-targets.ts';

export type SiteRunner = {
  start(): void;
  /** Resolves when the broker has acknowledged the subscription to actions. */
  ready: Promise<void>;
  stop(): Promise<void>;
  session(): AgentSessionState;
  /** Undefined before the first enrolment. */
  identity(): RunnerIdentity | undefined;
};

/** The default, from which wake packets do not leave this machine. */
const HARMLESS: WakeDestination = { address: '127.0.0.1', port: 9 };

export function createSiteRunner(options: {
  /** For example `http://127.0.0.1:8080`. */
  platform: string;
  tenant: string;
  /** Returns the runner's secret; called at each login. Throws if it cannot be read. */
  secret: () => string;
  hostname?: string;
  /** Returns the current address of its name server (`name-server.ts`), such as `https://runner.school`. */
  nameUrl?: () => string | undefined;
  /** True if the runner knows that browsers reject the certificate of that address. */
  isUntrusted?: () => boolean;
  /** The destination of magic packets; loopback by default. */
  wakeTarget?: WakeDestination;
  /** Called once for every action that was performed or refused. */
  onAction?: (done: DoneAction) => void;
  onState?: (state: AgentSessionState) => void;
  clock?: Clock;
  random?: () => number;
  /** Replaced by tests. */
  obtain?: ObtainCredentials<RunnerIdentity>;
  open?: OpenAgentTransport;
  wake?: SendWake;
  fetch?: Fetch;
}): SiteRunner {
  const { tenant, hostname = ownHostname(), clock = systemClock, random = Math.random } = options;
  const origin = new URL(options.platform).origin;
  const abort = new AbortController();
  let becomeReady = () => {};
  const ready = new Promise<void>((resolve) => {
    becomeReady = resolve;
  });

  const replyQueue = createReplyQueue({
    clock,
    publish: (message) => session.online()?.transport.publish(message) ?? Promise.resolve(false),
  });
  const handlers = runnerActions({
    clock,
    hostname,
    nameUrl: options.nameUrl ?? (() => undefined),
    isUntrusted: options.isUntrusted ?? (() => false),
    targets: createWakeTargets({
      origin,
      tenant,
      signal: abort.signal,
      accessToken: () => session.accessToken(),
      ...(options.fetch && { fetch: options.fetch }),
    }),
    wake: options.wake ?? createWakeSender(options.wakeTarget ?? HARMLESS),
  });
  const answer = ({ action, responseTopic, correlationData }: AskedAction, outcome: ActionOutcome) => {
    const self = session.identity();
    if (self === undefined) return;
    replyQueue.add(
      {
        topic: `${responseTopic}/${runnerClientId(self.runnerId)}/reply`,
        payload: JSON.stringify({ id: action.id, action: action.action, ...outcome }),
        qos: 1,
        contentType: 'application/json',
        correlationData,
      },
      actionTtlSeconds(action.action) * 1_000,
    );
  };
  /** Called after a login, so the runner knows its site. */
  const openTransport: OpenAgentTransport = (...attempt) => {
    const url = siteAddress(`${origin.replace(/^http/, 'ws')}/mqtt/`, session.identity()?.site ?? '');
    return createMqttTransport(url, systemClock)(...attempt);
  };
  const dispatcher = createActionDispatcher<AskedAction>({
    clock,
    perform: ({ action, tutorId }) => perform(handlers, action, { tutorId }),
    answer,
    onDone: options.onAction,
    onRepeated() {},
  });

  const session = createAgentSession<RunnerIdentity>({
    obtain:
      options.obtain ??
      createRunnerLogin({ origin, tenant, secret: options.secret, hostname, clock, signal: abort.signal }),
    open: options.open ?? openTransport,
    clock,
    random,
    ...(options.onState && { onState: options.onState }),
    onOnline({ transport, identity }) {
      void transport.subscribe(runnerFilters(identity)).then((subscribed) => {
        if (subscribed) becomeReady();
      });
      replyQueue.flush();
    },
    onMessage(message) {
      const self = session.identity();
      const asked = self && readRunnerAction(message, self);
      if (asked !== undefined) dispatcher.handle(asked);
    },
  });

  return {
    start: session.start,
    ready,
    async stop() {
      abort.abort();
      replyQueue.clear();
      await session.stop(() => Promise.resolve());
    },
    session: session.state,
    identity: session.identity,
  };
}

/** `wol` has its own topic. Retained actions are dropped, because every reconnect would repeat them. */
function readRunnerAction(message: TransportMessage, self: RunnerIdentity): AskedAction | undefined {
  const [tenant, site, tutors, tutorId, version, runners, leaf] = message.topic.split('/');
  const forRunners = tutors === 'tutors' && version === 'v1' && runners === 'siterunners';
  if (!forRunners || tenant !== self.tenant || site !== self.site || tutorId === undefined || message.retain)
    return undefined;
  const asked = readAction(message, { scope: self, tutorId });
  if (typeof asked === 'string') return undefined;
  return (leaf === 'wol') === (asked.action.action === 'wol') ? asked : undefined;
}
