/** A list on paper: all of its rows, black on white, and nothing to press. */
import { expect, test } from '../support/classroom/classroom.ts';
import { openList } from '../support/console/directory-lists.ts';

test('a list is printed whole, in dark mode too, without navigation and toolbars', {
  tag: '@rare',
}, async ({ page, classroom }) => {
  await openList(page, classroom, 'Users');
  const rows = page.getByRole('row');
  const shown = await rows.count();
  const print = (name: 'beforeprint' | 'afterprint') =>
    page.evaluate((event) => void dispatchEvent(new Event(event)), name);

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await print('beforeprint');
  expect(await rows.count()).toBeGreaterThan(4 * shown);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  await expect(page.getByRole('searchbox')).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const colours = await page.evaluate(() => {
    const { backgroundColor, color } = getComputedStyle(document.body);
    return { backgroundColor, color };
  });
  expect(colours).toEqual({ backgroundColor: 'rgb(255, 255, 255)', color: 'rgb(0, 0, 0)' });
  await print('afterprint');
  await page.emulateMedia({ media: null });
  await expect(rows).toHaveCount(shown);

  // The browser's own printing sends the events.
  const paper = (await page.pdf()).toString('latin1');
  expect(paper.match(/\/Type\s*\/Page\b/g)?.length).toBeGreaterThan(4);
});
