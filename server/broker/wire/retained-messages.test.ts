import { expect, it } from 'vitest';
import { createRandom } from '#domain/samples/random.ts';
import { createRetainedMessages } from './retained-messages.ts';

const packet = (topic: string, payload = 'x') => ({ topic, payload: Buffer.from(payload) });

async function topicsOf(stream: AsyncIterable<{ topic: string; payload: Buffer }>): Promise<string[]> {
  const found: string[] = [];
  for await (const { topic, payload } of stream) found.push(`${topic}=${payload}`);
  return found.sort();
}

it('keeps the newest of each topic, and none where the newest is empty', async () => {
  const retained = createRetainedMessages();
  for (const each of [packet('a/b', '1'), packet('a', '2'), packet('a/b', '3'), packet('a/b/c', '4')])
    await retained.storeRetained(each);
  expect(await topicsOf(retained.createRetainedStream('#'))).toEqual(['a/b/c=4', 'a/b=3', 'a=2']);
  await retained.storeRetained(packet('a/b', ''));
  await retained.storeRetained(packet('never/here', ''));
  expect(await topicsOf(retained.createRetainedStream('#'))).toEqual(['a/b/c=4', 'a=2']);
});

it('gives a message once for each filter that it matches', async () => {
  const retained = createRetainedMessages();
  await retained.storeRetained(packet('a/b'));
  expect(await topicsOf(retained.createRetainedStreamCombi(['a/+', 'b/#', 'a/#']))).toEqual([
    'a/b=x',
    'a/b=x',
  ]);
});

/** What the filter means, as the text of the topic. */
const patternOf = (filter: string) =>
  new RegExp(`^${filter.replaceAll('+', '[^/]*').replace(/\/#$/, '(/.*)?').replace(/^#$/, '.*')}$`);

it('finds what the filter means, whatever comes and goes', async () => {
  const random = createRandom(7);
  const draw = (words: readonly string[]) =>
    Array.from({ length: 1 + random.below(4) }, () => random.pick(words)).join('/');
  const retained = createRetainedMessages();
  const here = new Map<string, string>();
  for (let n = 0; n < 400; n += 1) {
    const topic = draw(['a', 'b', 'c', '']);
    const payload = random.chance(0.3) ? '' : String(n);
    await retained.storeRetained(packet(topic, payload));
    if (payload === '') here.delete(topic);
    else here.set(topic, payload);
    const filter = draw(['a', 'b', '', '+', '+']) + (random.chance(0.3) ? '/#' : '');
    const expected = [...here].filter(([each]) => patternOf(filter).test(each));
    expect(await topicsOf(retained.createRetainedStream(filter)), filter).toEqual(
      expected.map(([each, said]) => `${each}=${said}`).sort(),
    );
  }
});
