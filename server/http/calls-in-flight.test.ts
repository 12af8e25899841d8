import { fastify } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFakeClock } from '#protocol/fakes/fake-clock.ts';
import { type CallsInFlight, createCallsInFlight } from './calls-in-flight.ts';

let clock: ReturnType<typeof createFakeClock>;
let calls: CallsInFlight;
let app: ReturnType<typeof fastify>;
let answers: (() => void)[];

beforeEach(() => {
  clock = createFakeClock();
  calls = createCallsInFlight(clock);
  app = fastify();
  calls.count(app);
  answers = [];
  app.get('/slow', () => new Promise<string>((resolve) => answers.push(() => resolve('done'))));
});
afterEach(() => app.close());

/** Resolves when the platform has received the call. `answer` resolves when the client has the response. */
async function ask() {
  const number = answers.length;
  const answered = app.inject('/slow').then(() => undefined);
  await expect.poll(() => answers.length).toBe(number + 1);
  return {
    async answer() {
      answers[number]?.();
      await answered;
    },
  };
}

function waitQuiet() {
  let isQuiet = false;
  const waited = calls.quiet(100).then(() => {
    isQuiet = true;
  });
  return { waited, isQuiet: () => isQuiet };
}

it('is quiet at once where nothing is asked', async () => {
  await calls.quiet(100);
});

it('is quiet when the last call has its answer, and not before', async () => {
  const one = await ask();
  const other = await ask();
  const { waited, isQuiet } = waitQuiet();
  await one.answer();
  expect(isQuiet()).toBe(false);
  await other.answer();
  await waited;
  await calls.quiet(100);
});

it('a call that takes long holds up nobody for longer than it may', async () => {
  const call = await ask();
  const { waited, isQuiet } = waitQuiet();
  await clock.advance(99);
  expect(isQuiet()).toBe(false);
  await clock.advance(1);
  await waited;
  await call.answer();
  await calls.quiet(100);
});
