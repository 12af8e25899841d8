/**
 * What a tutor asks devices and site runners for. Every promise comes, with what there is by then:
 * devices that said nothing are in the result by their state, failures are values.
 */
import type { ActionInput, RetrievedFile } from '#protocol/action-parameters.ts';
import type { ActionPicture, Answer, Audience, Delivery, Recipient } from '#protocol/threads/live-action.ts';
import type { ActionRun, ActionRunState } from './action-run.ts';
import type { Act } from './action-runs.ts';

/** How far the request came, and each recipient's part of the answer. */
export type Collected<T> = {
  delivery: Delivery['name'];
  devices: readonly (Pick<Answer, 'clientId' | 'state'> & T)[];
};

export type RemoteControlAnswer =
  | { ok: true; url: string; password: string }
  /** Why not: the device's own code, else how far the request came. */
  | { ok: false; reason: string };

/** `sessionId`: by which it is stopped, also before there is an answer. */
export type StartedRemoteControl = { sessionId: string; answer: Promise<RemoteControlAnswer> };

export type Poll = {
  id: string;
  question: string;
  answers: readonly string[];
  totalRespondents: number;
  /** Answers come in for as long as it runs: until it is finished (`finishPoll`) or forgotten. */
  run: ActionRun;
};

export type Snapshot = {
  run: ActionRun;
  /** `code`: why a device has none. */
  taken: Promise<Collected<{ pictures: readonly ActionPicture[]; code: string | undefined }>>;
};

export type OnDemandDeps = {
  act: Act;
  requestStopScreenShares(sessionIds: readonly string[]): void;
  newId(): string;
};

/** A snapshot is looked at closely. */
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

/** Why there is nothing of this recipient. */
function reasonOf({ delivery, answers }: ActionRunState): string {
  const [answer] = answers.values();
  return answer?.reply?.code ?? answer?.state ?? delivery.name;
}

/** A message names as many. A question to more of a class, but not to all, stays with the tutor who asked it. */
const MAX_CLIENTS = 500;

function classOf(groupId: string, audience: Audience): { groupId?: string; clients?: string[] } {
  if (!('clients' in audience)) return {};
  if (audience.clients.length > MAX_CLIENTS) return {};
  return { groupId, clients: audience.clients.map(({ clientId }) => clientId) };
}

export function createOnDemand({ act, requestStopScreenShares, newId }: OnDemandDeps) {
  return {
    /** Lists files in a folder of each device; 120 s at most. */
    async retrieveFiles(
      audience: Audience,
      filePatterns: readonly string[],
      folderPath: string,
    ): Promise<Collected<{ files: readonly RetrievedFile[] }>> {
      const parameters = { filePatterns: [...filePatterns], folderPath };
      const { done } = act({ action: 'retrieveFiles', parameters, audience });
      return collect(await done, ({ reply }) => ({ files: reply?.files ?? [] }));
    },
    /** Pictures of the displays, newest; 4 s at most. `displays`: clientId → display id, else the primary one. */
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
    /** True: a runner of the site answered. Null: none did within 15 s. False: none could be asked. */
    async pingSiteRunner(): Promise<boolean | null> {
      const state = await act({ action: 'ping', parameters: {}, audience: RUNNERS }).done;
      if (state.delivery.name !== 'sent') return false;
      return confirmed(state) ? true : null;
    },
    /**
     * Calls `found` with the address that each runner of the site has in its own network, as soon as the runner answers,
     * and with whether browsers refuse its certificate, as far as the runner knows.
     * Resolves when none is awaited any more, 10 s later at most, with how far the question came.
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
    /** The device's clock in epoch ms, this one's where the device does not say; null: it was not reached within 15 s. */
    async ping(client: Recipient): Promise<number | null> {
      const run = act({ action: 'ping', parameters: {}, audience: { clients: [client] } });
      const answer = confirmed(await run.done);
      return answer === undefined ? null : (answer.reply?.at ?? Date.now());
    },
    /** Asks everybody who takes part in these sessions to end them. */
    publishStopScreensharesRequest: requestStopScreenShares,
    /** Asks a question. Without answers to choose from it is answered in the students' own words. */
    sendPoll(poll: {
      question: { question: string; answers: readonly string[]; multiselect: boolean };
      totalRespondents: number;
      audience: Audience;
      /** The class that is asked, all of it or some. */
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
    /** Where a viewer finds the device's screen, and with which password. `tutorName`: for other tutors. */
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
    /** Has the devices look themselves over; 60 s at most. The platform keeps what they answer. */
    updateInventory: (audience: Audience): ActionRun =>
      act({ action: 'updateDeviceInventory', parameters: {}, audience }),
  };
}
