import { expect, it } from 'vitest';
import { createFakeClock } from '#protocol/fakes/fake-clock.ts';
import { MAX_HANDED_FILES } from '../../student-ui/student-state.ts';
import { createFilePicks } from './file-picks.ts';

it('lists what the student picked, and finds each file again', async () => {
  const picks = createFilePicks({ clock: createFakeClock() });
  const answer = picks.files('%downloads%', ['*.txt']);
  expect(picks.asked.get()).toEqual({ id: 1, folder: '%downloads%', patterns: ['*.txt'] });
  const first = new File(['one'], 'essay.txt');
  const second = new File(['other'], 'essay.txt');
  picks.handIn([first, second]);
  expect(await answer).toEqual([
    { fileName: 'essay.txt', location: '%downloads%', size: 3 },
    { fileName: 'essay (2).txt', location: '%downloads%', size: 5 },
  ]);
  expect(picks.asked.get()).toBeUndefined();
  expect(picks.take({ fileName: 'essay (2).txt', location: '%downloads%', size: 5 })).toBe(second);
  expect(picks.take({ fileName: 'diary.txt', location: '%downloads%', size: 5 })).toBeUndefined();
});

it('hands nothing in where the student declines or does not answer', async () => {
  const clock = createFakeClock();
  const picks = createFilePicks({ clock });
  const declined = picks.files('%downloads%');
  picks.decline();
  expect(await declined).toBe('refused');
  const silent = picks.files('%downloads%');
  await clock.advance(115_000);
  expect(await silent).toBe('refused');
  expect(picks.asked.get()).toBeUndefined();
});

it('takes a question back that the tutor has stopped, and only that one', async () => {
  const picks = createFilePicks({ clock: createFakeClock() });
  const asked = ['a', 'b'].map((folder) => {
    let withdraw = () => {};
    const withdrawn = new Promise<void>((resolve) => {
      withdraw = resolve;
    });
    return { answer: picks.files(folder, ['*'], withdrawn), withdraw };
  });
  asked[0]?.withdraw();
  await Promise.resolve();
  expect(picks.asked.get()?.folder).toBe('b');
  asked[1]?.withdraw();
  expect(await asked[1]?.answer).toBe('refused');
  expect(picks.asked.get()).toBeUndefined();
});

it('asks one question at a time: a new one ends that of before', async () => {
  const picks = createFilePicks({ clock: createFakeClock() });
  const first = picks.files('a');
  const second = picks.files('b');
  expect(await first).toBe('refused');
  picks.handIn([]);
  expect(await second).toEqual([]);
});

it('says what waits for the tutor until it is taken or taken back, and what was not asked for', async () => {
  const picks = createFilePicks({ clock: createFakeClock() });
  void picks.files('%downloads%', ['*.txt']);
  picks.handIn([new File(['one'], 'essay.txt'), new File(['two'], 'notes.txt')], ['photo.png']);
  const waiting = () => picks.handed.get().files.map(({ name }) => name);
  expect([waiting(), picks.handed.get().dropped]).toEqual([['essay.txt', 'notes.txt'], ['photo.png']]);
  const essay = { fileName: 'essay.txt', location: '%downloads%', size: 3 };
  expect(picks.take(essay)).toBeDefined();
  expect(waiting()).toEqual(['notes.txt']);
  const [notes] = picks.handed.get().files;
  picks.takeBack(notes?.key ?? '');
  expect(waiting()).toEqual([]);
  expect(picks.take({ ...essay, fileName: 'notes.txt' })).toBeUndefined();
});

it('takes as many files as a list has, and says how many were left out', async () => {
  const picks = createFilePicks({ clock: createFakeClock() });
  const answer = picks.files('%downloads%');
  picks.handIn(Array.from({ length: MAX_HANDED_FILES + 2 }, (_, at) => new File(['x'], `${at}.txt`)));
  expect(await answer).toHaveLength(MAX_HANDED_FILES);
  expect(picks.handed.get()).toMatchObject({ tooMany: 2, dropped: [] });
  picks.forgetDropped();
  expect(picks.handed.get().tooMany).toBe(0);
});
