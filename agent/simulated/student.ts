/**
 * A student's reactions to tutors' requests: answers polls, gives a name, shares the whole screen, postpones
 * a shutdown, answers in a chat and closes it. Seeded, so that a class always reacts the same.
 */
import type { Clock } from '#protocol/clock.ts';
import type { Device } from '../core/device.ts';
import type { DevicePoll, DeviceState } from '../core/device-state.ts';
import { type Random, seededRandom } from './seeded-random.ts';

/** In seconds. */
const POLL_AFTER = { low: 2, high: 20 };
const CHANGE_AFTER = { low: 2, high: 6 };
const LATE_AFTER = { low: 0.3, high: 1.5 };
const NAME_AFTER = { low: 3, high: 12 };
const FULL_SCREEN_AFTER = { low: 1, high: 6 };
const CHAT_FOR = { low: 180, high: 480 };
/** Some students answer a tutor's message after they have read it. */
const CHAT_ANSWER_AFTER = { low: 3, high: 25 };
const CHANCE = { answer: 0.2, change: 0.15, late: 0.3, second: 0.35, grant: 0.9, abort: 0.12 };
/** Shorter countdowns are never aborted, because students do not react that fast. */
const MIN_DURATION_MS = 5_000;

const SHORT_ANSWERS = [
  'The example on page 12 helped me most.',
  'I am not sure yet.',
  'Because both sides have to stay equal.',
  'Could we go through the last part again?',
  'It was easier than I thought!',
  'About three minutes.',
  'I would ask my partner first.',
  'Yes, with a drawing.',
];

export type StudentHands = Pick<
  Device,
  'answerPoll' | 'giveName' | 'decideFullScreen' | 'abortPower' | 'leaveRoom' | 'sendInRoom'
>;
type Later = (seconds: number, act: () => void) => void;
type Concern = {
  /** Identifies the current request. Another value is a new request, undefined means none. */
  about(state: Readonly<DeviceState>): string | undefined;
  begin(state: Readonly<DeviceState>, random: Random, later: Later): void;
  /** Called when the request has ended. */
  over?(random: Random, later: Later): void;
};

export function createStudent(options: {
  seed: string;
  name: string;
  clock: Clock;
  hands: () => StudentHands | undefined;
}) {
  const { seed, clock, hands } = options;
  const follow = [
    pollConcern(hands),
    nameConcern(options.name, hands),
    fullScreenConcern(hands),
    powerConcern(clock, hands),
    chatConcern(hands),
    chatAnswerConcern(hands),
  ].map((concern, i) => followConcern(concern, { seed: `${seed}/${i}`, clock }));

  return {
    /** Receives the whole state after every change. */
    see(state: Readonly<DeviceState>) {
      for (const { see } of follow) see(state);
    },
    stop() {
      for (const { stop } of follow) stop();
    },
  };
}

function followConcern(concern: Concern, { seed, clock }: { seed: string; clock: Clock }) {
  const pending = new Set<() => void>();
  let about: string | undefined;
  const rest = () => {
    for (const cancel of pending) cancel();
    pending.clear();
  };
  const later: Later = (seconds, act) => {
    const cancel = clock.after(seconds * 1_000, () => {
      pending.delete(cancel);
      act();
    });
    pending.add(cancel);
  };
  return {
    stop() {
      rest();
      about = undefined;
    },
    see(state: Readonly<DeviceState>) {
      const next = concern.about(state);
      if (next === about) return;
      const before = about;
      about = next;
      rest();
      if (next !== undefined) concern.begin(state, seededRandom(seed, next), later);
      else concern.over?.(seededRandom(seed, before ?? '', 'over'), later);
    },
  };
}

const within = (random: Random, { low, high }: { low: number; high: number }) => random.between(low, high);

type Hands = () => StudentHands | undefined;

function pollConcern(hands: Hands): Concern {
  /** The answer that the student is about to send. */
  let answer: string | undefined;
  return {
    about: ({ poll }) => poll && `${poll.tutorId} ${poll.id}`,
    begin({ poll }, random, later) {
      if (poll === undefined) return;
      const afterSeconds = within(random, POLL_AFTER);
      const first = chooseAnswer(poll, random);
      answer = first;
      later(afterSeconds, () => {
        answer = undefined;
        hands()?.answerPoll(first);
      });
      if (!random.chance(CHANCE.change)) return;
      const second = chooseAnswer(poll, random);
      later(afterSeconds + within(random, CHANGE_AFTER), () => hands()?.answerPoll(second));
    },
    // Some students were just about to send their answer.
    over(random, later) {
      const late = answer;
      if (late !== undefined && random.chance(CHANCE.late))
        later(within(random, LATE_AFTER), () => hands()?.answerPoll(late));
      answer = undefined;
    },
  };
}

function chooseAnswer({ answers, multiselect }: DevicePoll, random: Random): string {
  if (answers.length === 0) return random.pick(SHORT_ANSWERS);
  const letters = answers.map((_, i) => String.fromCharCode('A'.charCodeAt(0) + i));
  const first = random.pick(letters);
  if (!multiselect) return first;
  return letters.filter((letter) => letter === first || random.chance(CHANCE.second)).join(',');
}

function nameConcern(name: string, hands: Hands): Concern {
  const [firstName = name] = name.split(/[\s@.]+/);
  return {
    about: ({ nameRequested }) => (nameRequested ? 'asked' : undefined),
    begin(_, random, later) {
      const answer = random.pick([name, firstName, firstName, `${firstName}!`]);
      later(within(random, NAME_AFTER), () => hands()?.giveName(answer));
    },
  };
}

function fullScreenConcern(hands: Hands): Concern {
  return {
    about: ({ fullScreen }) => (fullScreen === 'requested' ? 'asked' : undefined),
    begin(_, random, later) {
      const granted = random.chance(CHANCE.grant);
      later(within(random, FULL_SCREEN_AFTER), () => hands()?.decideFullScreen(granted));
    },
  };
}

function powerConcern(clock: Clock, hands: Hands): Concern {
  return {
    about: ({ power }) => power && `${power.action} ${power.endsAt}`,
    begin({ power }, random, later) {
      const leftMs = (power?.endsAt ?? 0) - clock.now();
      if (!power?.allowToAbort || leftMs < MIN_DURATION_MS || !random.chance(CHANCE.abort)) return;
      later((leftMs * random.between(0.3, 0.7)) / 1_000, () => hands()?.abortPower());
    },
  };
}

function chatConcern(hands: Hands): Concern {
  return {
    about: ({ rooms }) => rooms[0]?.roomId,
    begin({ rooms }, random, later) {
      const roomId = rooms[0]?.roomId ?? '';
      later(within(random, CHAT_FOR), () => hands()?.leaveRoom(roomId));
    },
  };
}

/** Reacts to a tutor's newest message. Students do not answer each other, because that would never end. */
function chatAnswerConcern(hands: Hands): Concern {
  const newest = ({ rooms }: Readonly<DeviceState>) =>
    rooms
      .flatMap(({ roomId, mayWrite, messages }) => {
        const asked = mayWrite === false ? undefined : messages.findLast(({ isTutors }) => isTutors);
        return asked === undefined ? [] : [{ roomId, messageId: asked.id, sentTime: asked.sentTime ?? 0 }];
      })
      .sort((a, b) => b.sentTime - a.sentTime)[0];
  return {
    about(state) {
      const asked = newest(state);
      return asked && `${asked.roomId} ${asked.messageId}`;
    },
    begin(state, random, later) {
      const asked = newest(state);
      if (asked === undefined || !random.chance(CHANCE.answer)) return;
      const answer = random.pick(SHORT_ANSWERS);
      later(within(random, CHAT_ANSWER_AFTER), () => hands()?.sendInRoom(asked.roomId, answer));
    },
  };
}
