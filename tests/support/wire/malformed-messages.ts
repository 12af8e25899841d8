/** Messages that a broker might deliver to a console although nobody may send them so, each with what to call it. */
import type * as v from 'valibot';
import { MAX_REPLY_DEPTH } from '#protocol/limits.ts';
import type { Random } from '../../../agent/simulated/seeded-random.ts';
import { everyFault, type Fault, someFault } from './json-faults.ts';
import { encode, encodeText, GROUP, type Malformed, T } from './malformed.ts';
import { EXAMPLE_KINDS, type Example, topicOf } from './wire-examples.ts';
import { unaskedPicture, wrongBytes, wrongPictures } from './wrong-pictures.ts';
import { wrongTopics } from './wrong-topics.ts';

export type MalformedOptions = {
  examples: readonly Example[];
  random: Random;
  /** Clients that are well and should stay so: their names are taken in vain. */
  victims: readonly string[];
  /** Sends pictures that are none, and is well apart from that. */
  painter: string;
  /** An action that is under way, and a client that was not asked. */
  action: { id: string; name: string; stranger: string };
};

/** Everything once that can be listed, then by chance without end. */
export function* malformedMessages(options: MalformedOptions): Generator<Malformed, never> {
  const said = jsonMessages(options);
  for (const { topic, schema, right } of jsonMessages({ ...options, victims: options.victims.slice(0, 1) }))
    for (const fault of everyFault(schema, right)) yield delivered(topic, fault);
  const info = options.examples.find(({ kind }) => kind === 'feedback info')?.value;
  const listed = [...wrongTopics(info), ...wrongPictures(options.victims[0] ?? ''), ...wrongSenders(options)];
  yield* listed;
  yield* wrongAnswers(options);
  for (;;) {
    const { random } = options;
    if (random.chance(0.25)) yield random.pick(listed);
    else if (random.chance(0.1)) yield wrongBytes(options.painter, random);
    else {
      const { topic, schema, right } = random.pick(said);
      const fault = someFault(schema, right, random);
      if (fault) yield delivered(topic, fault);
    }
  }
}

type JsonMessage = { topic: string; schema: v.GenericSchema; right: unknown };

/** The page's examples of what consoles receive; records also as if a victim sent them. */
function jsonMessages({ examples, victims }: MalformedOptions): JsonMessage[] {
  return examples.flatMap((example): JsonMessage[] => {
    const { kind, value } = example;
    const schema = EXAMPLE_KINDS[kind]?.schemas[0];
    if (!schema || !RECEIVED.test(kind)) return [];
    const own = { topic: topicOf(example), schema, right: value };
    if (!kind.startsWith('feedback ')) return [own];
    const name = kind.slice('feedback '.length);
    return [
      own,
      ...victims.map((clientId) => ({
        topic: `${GROUP}/${clientId}/${name}`,
        schema,
        right: { ...(value as object), clientId },
      })),
    ];
  });
}
const RECEIVED =
  /^(feedback|reply|last will|tutor last will|notification|presence|room (messages|connected|disconnect))/;

const delivered = (topic: string, { what, payload, reason }: Fault): Malformed => ({
  what: `${what} on ${topic}`,
  message: { topic, payload },
  reason,
});

/** Records that claim another client than their topic. */
function* wrongSenders({ examples, victims }: MalformedOptions): Generator<Malformed> {
  for (const { kind, value } of examples) {
    if (!kind.startsWith('feedback ')) continue;
    const name = kind.slice('feedback '.length);
    for (const victim of victims) {
      const payload = encode({ ...(value as object), clientId: victim });
      for (const topic of [`${GROUP}/c-52x/${name}`, `${T}/backchannel/${victim}x/${name}`])
        yield { what: `${victim} on ${topic}`, message: { topic, payload }, reason: 'foreign-client' };
      // Another spelling of one's name is another's.
      for (const spelling of [` ${victim}`, victim.toUpperCase(), `${victim}\u0000`, `${victim}\u200b`])
        yield {
          what: `${spelling} on its topic`,
          message: {
            topic: `${GROUP}/${victim}/${name}`,
            payload: encode({ ...(value as object), clientId: spelling }),
          },
          reason: 'foreign-client',
        };
    }
  }
}

function* wrongAnswers({ victims, action }: MalformedOptions): Generator<Malformed> {
  const reply = { id: action.id, action: action.name, ok: true };
  const from = (
    clientId: string,
    more: object,
    correlation: string | undefined,
    reason: string,
  ): Malformed => ({
    what: `reply ${JSON.stringify(more)} of ${clientId} for ${correlation}`,
    message: {
      topic: `${T}/backchannel/${clientId}/reply`,
      payload: encode({ ...reply, ...more }),
      ...(correlation !== undefined && { correlation }),
    },
    reason,
  });
  for (const victim of victims) {
    yield from(victim, { id: 'nobody-asked' }, undefined, 'unknown-action');
    yield from(victim, { id: '__proto__' }, '__proto__', 'unknown-action');
    yield from(victim, { id: 'constructor' }, 'constructor', 'unknown-action');
    for (const correlation of ['', 'other', '__proto__', 'x'.repeat(60_000)])
      yield from(victim, {}, correlation, 'correlation');
    yield from(victim, { clientId: action.stranger }, undefined, 'foreign-client');
    yield unaskedPicture(victim);
  }
  for (const levels of [MAX_REPLY_DEPTH, 5_000, 100_000]) {
    const { message, ...rest } = from(victims[0] ?? '', { more: 0 }, action.id, 'too-deep');
    const deep = '['.repeat(levels) + ']'.repeat(levels);
    const payload = encodeText(
      new TextDecoder().decode(message.payload).replace('"more":0', `"more":${deep}`),
    );
    yield { ...rest, message: { ...message, payload } };
  }
  yield from(action.stranger, {}, action.id, 'foreign-client');
  yield from(`runner-${victims[0]}`, {}, action.id, 'foreign-client');
}
