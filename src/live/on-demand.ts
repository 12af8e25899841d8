/**
 * Requests from a tutor to devices and site runners. Every promise resolves with the answers so far: silent
 * devices are in the result by their state, and failures are values.
 */
import type { ActionInput, RetrievedFile } from '#protocol/action-parameters.ts';
import type { ActionPicture, Answer, Audience, Delivery, Recipient } from '#protocol/threads/live-action.ts';
import type { ActionRun, ActionRunState } from './action-run.ts';
import type { Act } from './action-runs.ts';

/** Delivery of the request, and each recipient's part of the answer. */
export type Collected<T> = {
  delivery: Delivery['name'];
  devices: readonly (Pick<Answer, 'clientId' | 'state'> & T)[];
};

export type RemoteControlAnswer =
  | { ok: true; url: string; password: string }
  /** The device's own code, or the delivery state of the request. */
  | { ok: false; reason: string };

/** `sessionId` stops the session, also before an answer has arrived. */
export type StartedRemoteControl = { sessionId: string; answer: Promise<RemoteControlAnswer> };

export type Poll = {
  id: string;
  question: string;
  answers: readonly string[];
  totalRespondents: number;
  /** Receives answers until it is finished (`finishPoll`) or forgotten. */
  run: ActionRun;
};

export type Snapshot = {
  run: ActionRun;
  /** `code`: the reason if a device sent no picture. */
  taken: Promise<Collected<{ pictures: readonly ActionPicture[]; code: string | undefined }>>;
};

export type OnDemandDeps = {
  act: Act;
  requestStopScreenShares(sessionIds: readonly string[]): void;
  newId(): string;
};

/** High, because a snapshot is viewed enlarged. */
const SNAPSHOT_QUALITY = 100;
const RUNNERS: Audience = { runners: true };

function collect<T>({ delivery, answers }: ActionRunState, read: (answer: Answer) => T): Collected<T> {
  const devices = [...answers.values()].map((answer) => ({
    clientId: answer.clientId,
    state: answer.state,
    ...read(answer),
  }));
  return { delivery: delivery.name, devices };
}

const confirmed = ({ answers }: ActionRunState) =>
  [...answers.values()].find((answer) => answer.state === 'confirmed');

/** The reason why this recipient sent no answer. */
function reasonOf({ delivery, answers }: ActionRunState): string {
  const [answer] = answers.values();
  return answer?.reply?.code ?? answer?.state ?? delivery.name;
}

/** Limit of clients per message. A poll to more, but not to the whole class, stays with its tutor. */
const MAX_CLIENTS = 500;

function classOf(groupId: string, audience: Audience): { groupId?: string; clients?: string[] } {
  if (!('clients' in audience)) return {};
  if (audience.clients.length > MAX_CLIENTS) return {};
  return { groupId, clients: audience.clients.map(({ clientId }) => clientId) };
}

export function createOnDemand({ act, requestStopScreenShares, newId }: OnDemandDeps) {
  return {
    /** Lists files in a folder of each device; takes up to 120 s. */
    async retrieveFiles(
      audience: Audience,
      filePatterns: readonly string[],
      folderPath: string,
    ): Promise<Collected<{ files: readonly RetrievedFile[] }>> {
      const parameters = { filePatterns: [...filePatterns], folderPath };
      const { done } = act({ action: 'retrieveFiles', parameters, audience });
      return collect(await done, ({ reply }) => ({ files: reply?.files ?? [] }));
    },
    /** Requests current pictures, within 4 s. `displays`: clientId → display id, else the primary one. */
    snapshot(
      audience: Audience,
      displays: Readonly<Record<string, string>> = {},
      quality = SNAPSHOT_QUALITY,
    ): Snapshot {
      const parameters: ActionInput<'snapshot'> = { quality, clientDisplayMap: { ...displays } };
      const run = act({ action: 'snapshot', parameters, audience });
      const taken = run.done.then((state) =>
        collect(state, ({ pictures, reply }) => ({ pictures: pictures ?? [], code: reply?.code })),
      );
      return { run, taken };
    },
    /** True: a runner of the site answered. Null: none did within 15 s. False: it was not delivered. */
    async pingSiteRunner(): Promise<boolean | null> {
      const state = await act({ action: 'ping', parameters: {}, audience: RUNNERS }).done;
      if (state.delivery.name !== 'sent') return false;
      return confirmed(state) ? true : null;
    },
    /**
     * Calls `found` with each site runner's address in its own network as soon as it answers, and with
     * whether browsers distrust its certificate, as far as the runner knows. Resolves with the delivery state
     * when no more answers are awaited, after 10 s at most.
     */
    async siteRunners(found: (url: string, isUntrusted: boolean) => void): Promise<Delivery['name']> {
      const run = act({ action: 'dnslookup', parameters: {}, audience: RUNNERS });
      const seen = new Set<string>();
      const look = () => {
        for (const { state, reply } of run.get().answers.values()) {
          if (state !== 'confirmed' || reply?.url === undefined || seen.has(reply.url)) continue;
          seen.add(reply.url);
          found(reply.url, reply.isUntrusted === true);
        }
      };
      const stop = run.subscribe(look);
      await run.done;
      stop();
      look();
      return run.get().delivery.name;
    },
    /** The device's clock in epoch ms, or this computer's if it sends none; null if silent for 15 s. */
    async ping(client: Recipient): Promise<number | null> {
      const run = act({ action: 'ping', parameters: {}, audience: { clients: [client] } });
      const answer = confirmed(await run.done);
      return answer === undefined ? null : (answer.reply?.at ?? Date.now());
    },
    /** Requests all participants of these sessions to end them. */
    publishStopScreensharesRequest: requestStopScreenShares,
    /** Sends a poll. Without answers to choose from, students answer in their own words. */
    sendPoll(poll: {
      question: { question: string; answers: readonly string[]; multiselect: boolean };
      totalRespondents: number;
      audience: Audience;
      /** The class that is asked, all or part of it. */
      groupId?: string | undefined;
    }): Poll {
      const { question, totalRespondents, audience, groupId } = poll;
      const id = newId();
      const parameters: ActionInput<'poll'> = {
        ...question,
        answers: [...question.answers],
        id,
        ...(groupId !== undefined && classOf(groupId, audience)),
      };
      const run = act({ action: 'poll', parameters, audience });
      return { id, question: question.question, answers: question.answers, totalRespondents, run };
    },
    /** Requests the address and password to view the device's screen. `tutorName`: for other tutors. */
    remoteControl(client: Recipient, tutorName?: string): StartedRemoteControl {
      const parameters = tutorName === undefined ? {} : { tutorName };
      const { id, done } = act({ action: 'remoteControl', parameters, audience: { clients: [client] } });
      const answer = done.then((state): RemoteControlAnswer => {
        const { url, password } = confirmed(state)?.reply ?? {};
        return url === undefined
          ? { ok: false, reason: reasonOf(state) }
          : { ok: true, url, password: password ?? '' };
      });
      return { sessionId: id, answer };
    },
    /** Requests a new inventory from devices, within 60 s. The platform stores their answers. */
    updateInventory: (audience: Audience): ActionRun =>
      act({ action: 'updateDeviceInventory', parameters: {}, audience }),
  };
}
