/** What is meant for the class holds for who comes later, and for who comes again, until it is lifted. */
import { pressAction, selectAll } from '../../support/console/class-actions.ts';
import { summaryOf } from '../../support/console/poll-class.ts';
import { cardOf, cards } from '../../support/console/wall.ts';
import { asks, expect, lockOf, test } from '../../support/devices/student-page.ts';

test.setTimeout(120_000);

test('a lock meets who comes later, an exception lasts, and who comes after the end is free', {
  tag: '@rare',
}, async ({ ownClassroom, joinAs, openTutor }) => {
  const classroom = await ownClassroom();
  const tutor = await openTutor(classroom, 0);
  const ada = await joinAs(classroom, 'Ada Early');
  const ben = await joinAs(classroom, 'Ben Early');
  await expect(cards(tutor)).toHaveCount(2);
  await selectAll(tutor);
  await pressAction(tutor, 'Lock');
  const dialog = tutor.getByRole('dialog', { name: 'Lock', exact: true });
  await expect(dialog.getByText('For the whole class, including latecomers')).toBeVisible();
  await dialog.getByRole('button', { name: 'Lock', exact: true }).click();
  await expect(lockOf(ada)).toBeVisible();
  await expect(lockOf(ben)).toBeVisible();
  const held = tutor.getByRole('region', { name: 'What holds for the class' });
  await expect(held).toContainText(/The class is locked since .+ by /);

  const late = await joinAs(classroom, 'Cleo Late');
  await expect(lockOf(late)).toBeVisible({ timeout: 3_000 });

  // One is unlocked alone, and stays so over a reload; the others are locked again by theirs.
  await tutor.getByRole('button', { name: 'Select devices' }).click();
  await tutor.getByRole('menuitem', { name: 'Deselect All' }).click();
  await cardOf(tutor, 'Ada Early').getByRole('checkbox').check();
  await pressAction(tutor, 'Unlock');
  await expect(lockOf(ada)).toHaveCount(0);
  await expect(held).toContainText('except 1 device');
  for (const student of [ada, ben]) {
    await student.reload();
    await expect(student.getByText('Connected', { exact: true })).toBeVisible({ timeout: 20_000 });
  }
  await expect(lockOf(ben)).toBeVisible();
  await expect(lockOf(ada)).toHaveCount(0);

  await tutor.reload();
  await held.getByRole('button', { name: 'Unlock the class' }).click();
  await expect(held.getByRole('listitem')).toHaveCount(0);
  for (const student of [ben, late]) await expect(lockOf(student)).toHaveCount(0);
  const last = await joinAs(classroom, 'Dina Last');
  await expect(cardOf(tutor, 'Dina Last')).toBeVisible();
  await expect(lockOf(last)).toHaveCount(0);
});

test('a question is the class’s: a late comer, a reload and another tab have it, and the other tab ends it', {
  tag: '@rare',
}, async ({ ownClassroom, joinAs, openTutor }) => {
  const classroom = await ownClassroom();
  const tutor = await openTutor(classroom, 0);
  const ada = await joinAs(classroom, 'Ada Early');
  await joinAs(classroom, 'Ben Early');
  await expect(cards(tutor)).toHaveCount(2);
  await selectAll(tutor);
  await pressAction(tutor, 'Poll');
  const dialog = tutor.getByRole('dialog', { name: 'Ask a question' });
  await dialog.getByRole('textbox', { name: 'Question', exact: true }).fill('Ready?');
  await dialog.getByRole('textbox', { name: 'Answer A' }).fill('Yes');
  await dialog.getByRole('textbox', { name: 'Answer B' }).fill('No');
  await expect(dialog.getByText('For the whole class, including latecomers')).toBeVisible();
  await dialog.getByRole('button', { name: 'Send' }).click();
  await asks(ada).getByRole('radio', { name: 'Yes' }).check();
  await asks(ada).getByRole('button', { name: 'Send' }).click();
  await expect(summaryOf(tutor)).toContainText('Received 1 out of 2');

  const late = await joinAs(classroom, 'Cleo Late');
  await expect(asks(late).getByText('Ready?')).toBeVisible({ timeout: 3_000 });
  await ada.reload();
  await expect(asks(ada).getByText('Ready?')).toBeVisible({ timeout: 20_000 });
  await expect(asks(ada).getByRole('radio', { name: 'Yes' })).toBeChecked();

  const second = await tutor.context().newPage();
  await second.goto(tutor.url());
  await expect(summaryOf(second)).toContainText('Received 1 out of 3');
  await expect(summaryOf(second)).toContainText('Question from');
  await expect(summaryOf(tutor)).toContainText('Received 1 out of 3');
  // The second half of a double press does not land on what stands there then.
  await summaryOf(second).getByRole('button', { name: 'Finish Poll' }).dblclick();
  await expect(summaryOf(tutor)).toContainText('Finished');
  await expect(asks(late).getByText('Ready?')).toHaveCount(0);
  await expect(second.getByRole('dialog')).toHaveCount(0);
  // By key: a press in that place could still be taken for a part of the double one.
  await summaryOf(second).getByRole('button', { name: 'Discard results' }).press('Enter');
  await second.getByRole('dialog').getByRole('button', { name: 'Discard results' }).click();
  for (const page of [second, tutor]) await expect(summaryOf(page)).toHaveCount(0);
});
