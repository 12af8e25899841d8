import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/classroom.ts';
import { signIn } from '../support/sign-in.ts';
import { createTcpProxy } from '../support/tcp-proxy.ts';
import { cards, expectLivePictures } from '../support/wall.ts';

const banner =
  "Broker connection error. Please adjust your network to allow access to the product's two service domains on port 443 using the protocols https and wss";

test('a broker that is down at the start shows the banner, and the class when it comes back', async ({
  page,
  ownClassroom,
  pageErrors,
}) => {
  pageErrors.allow(/WebSocket|ERR_|mqtt/);
  const placeholder = await createTcpProxy({ targetPort: 1 });
  const { port } = placeholder;
  await placeholder.close();
  const classroom = await ownClassroom({
    students: 4,
    options: { publicMqttUrl: `ws://demo.localhost:${port}/mqtt` },
  });
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'teacher@demo.example' });
  await expect(page.getByRole('alert').filter({ hasText: banner })).toBeVisible({ timeout: 15_000 });
  // Nothing was ever live: the content stays hidden (part 1 §4).
  await expect(cards(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: '7A Mathematics' })).toHaveCount(0);
  await expectAccessible(page);

  const proxy = await createTcpProxy({ targetPort: classroom.platform.port, port });
  await expect(cards(page)).toHaveCount(4, { timeout: 15_000 });
  await expect(page.getByText(banner)).toHaveCount(0);
  await expectLivePictures(page, 3);

  // A later loss leaves what was there, marked (decision 31).
  await proxy.cut();
  await expect(page.getByRole('alert').filter({ hasText: banner })).toBeVisible({ timeout: 20_000 });
  await expect(cards(page)).toHaveCount(4);
  await expect(
    cards(page)
      .first()
      .getByText(/Not live|Offline/),
  ).toBeVisible();
  await proxy.restore();
  await expect(page.getByText(banner)).toHaveCount(0, { timeout: 15_000 });
  await expectLivePictures(page, 3);
  await proxy.close();
});
