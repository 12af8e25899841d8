/** The page of the REST API: it fits, it is accessible, and its links open what they name. */
import { expectAccessibleInBoth, expectFits } from '../support/browser/accessibility.ts';
import { expect, test } from '../support/classroom/classroom.ts';

test.use({ colorScheme: 'light' });

test('the page of the REST API shows an operation and the schema of its answer', { tag: '@rare' }, async ({
  page,
  classroom,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${classroom.consoleUrl}/v1/`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Lectern \d+\.\d+\.\d+: REST API$/);
  await page.getByText('Read a group', { exact: true }).click();
  const operation = page.getByRole('group').filter({ hasText: 'Read a group' });
  await expectAccessibleInBoth(page);
  await expectFits(page);
  await operation.getByRole('link', { name: 'Group', exact: true }).click();
  const schema = page.getByRole('group').filter({ has: page.locator('#schema-Group') });
  await expect(schema.getByText('definitionName')).toBeInViewport();
  await expectFits(page);
});
