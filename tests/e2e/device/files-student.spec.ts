/** Files at a browser that several students use, and questions that a tutor takes back. */
import type { Page } from '@playwright/test';
import { expect, openEverybody, selectPageStudent, test } from '../../support/classroom/file-class.ts';
import { pressAction } from '../../support/console/class-actions.ts';
import { fileOf, foundFiles, list, panel, send } from '../../support/console/file-exchange.ts';

test.use({ viewport: { width: 1920, height: 1080 } });
test.describe.configure({ timeout: 120_000 });

/** In the private file system of the page's origin. */
const storedFiles = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const count = async (folder: FileSystemDirectoryHandle): Promise<number> => {
      let files = 0;
      for await (const handle of folder.values())
        files += handle.kind === 'directory' ? await count(handle as FileSystemDirectoryHandle) : 1;
      return files;
    };
    return count(await navigator.storage.getDirectory());
  });

test('a student who leaves leaves no files: the next one at this browser sees none', {
  tag: '@rare',
}, async ({ page, joinPage, ownClassroom }) => {
  const classroom = await ownClassroom({ students: 1 });
  const student = await joinPage(classroom);
  await openEverybody(page, classroom, 2);
  await selectPageStudent(page);
  await pressAction(page, 'Send Files');
  await send(page, [fileOf('marks.pdf', 700_000)]);
  const files = student.getByRole('list', { name: 'Files', exact: true });
  await expect(files.getByRole('button', { name: 'Save marks.pdf' })).toBeVisible();
  // They are there after a reload, for the same student.
  await student.reload();
  await expect(files.getByText('683.6 KB')).toBeVisible({ timeout: 20_000 });
  expect(await storedFiles(student)).toBe(2);

  await student.getByRole('button', { name: 'Leave', exact: true }).click();
  const question = student.getByRole('dialog', { name: 'Leave without saving?' });
  await expect(question.getByRole('listitem')).toHaveText(['marks.pdf']);
  await question.getByRole('button', { name: 'Leave and remove' }).click();
  await expect.poll(() => storedFiles(student)).toBe(0);
  await student.getByLabel('Your name').fill('Somebody Else');
  await student.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(student.getByText(/^Files that your teacher sends/)).toBeVisible();
});

test('a question for files goes from the student’s screen when the tutor stops waiting', {
  tag: '@rare',
}, async ({ page, joinPage, ownClassroom }) => {
  const classroom = await ownClassroom({ students: 1 });
  const student = await joinPage(classroom);
  await openEverybody(page, classroom, 2);
  await selectPageStudent(page);
  await pressAction(page, 'Collect Files');
  await list(page, '*.docx', '%documents%');
  const question = student.getByText('Your teacher collects files');
  await expect(question).toBeVisible();
  await panel(page).getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(question).toBeHidden();

  await list(page, '*.docx', '%documents%');
  await student.getByLabel('Choose files').setInputFiles([fileOf('essay.docx', 12)]);
  expect(await foundFiles(page)).toMatchObject([{ fileName: 'essay.docx' }]);
});
