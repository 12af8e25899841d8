import { expect, it } from 'vitest';
import type { Directory, DirectoryPerson, MemberPage, MembersFrom, Read } from './directory.ts';
import { readMembers } from './read-members.ts';

const person = (id: string): DirectoryPerson => ({ id, name: id, email: undefined });
const page = (fields: Partial<MemberPage>): Read<MemberPage> => ({
  name: 'read',
  value: {
    courseName: undefined,
    joined: [],
    left: [],
    isWhole: false,
    next: undefined,
    cursor: undefined,
    ...fields,
  },
});

async function readAll(pages: readonly Read<MemberPage>[], since?: string) {
  const asked: MembersFrom[] = [];
  const directory = {
    members: async (_course: string, from: MembersFrom) => {
      asked.push(from);
      return pages[Math.min(asked.length, pages.length) - 1] as Read<MemberPage>;
    },
  } as Partial<Directory> as Directory;
  const signal = new AbortController().signal;
  return { asked, outcome: await readMembers(directory, { courseId: 'c', since, signal }) };
}

it('takes the last word on who came and went', async () => {
  const { outcome } = await readAll(
    [
      page({ joined: [person('a'), person('b')], left: ['c'], next: '2' }),
      page({ joined: [person('c')], left: ['a'], cursor: 'now' }),
    ],
    'then',
  );
  expect(outcome).toMatchObject({
    value: { joined: [person('b'), person('c')], left: ['a'], cursor: 'now' },
  });
});

it('goes on from page to page, and with a whole reading where there are no changes to be had', async () => {
  const { asked, outcome } = await readAll(
    [page({ isWhole: true, joined: [person('a')], next: '2', courseName: 'C' }), page({ isWhole: true })],
    'then',
  );
  expect(asked).toEqual([{ since: 'then' }, { after: '2' }]);
  expect(outcome).toMatchObject({ value: { isWhole: true, courseName: 'C', joined: [person('a')] } });
});

it('uses nothing where a page is missing', async () => {
  const { outcome } = await readAll([page({ joined: [person('a')], next: '2' }), { name: 'away' }]);
  expect(outcome).toEqual({ name: 'away' });
});

it('does not follow pages without end, nor more people than a course has', async () => {
  const endless = await readAll([page({ next: 'again' })]);
  expect(endless.outcome).toEqual({ name: 'unreadable' });
  expect(endless.asked).toHaveLength(1_000);
  const crowd = Array.from({ length: 20_001 }, (_, index) => person(String(index)));
  expect((await readAll([page({ joined: crowd })])).outcome).toEqual({ name: 'unreadable' });
});
