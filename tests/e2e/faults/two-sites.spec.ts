/** One browser, two tabs, two sites: each has its own worker and connection, and nothing crosses. */
import { join } from 'node:path';
import { readClassFile } from '../../../agent/simulated/class-file.ts';
import { createSimulatedClass, type SimulatedClass } from '../../../agent/simulated/simulated-class.ts';
import { addSiteSecret } from '../../../server/auth/secrets/site-secrets.ts';
import { expectLiveAgain } from '../../support/console/card-pictures.ts';
import {
  expectConfirmed,
  followActions,
  hostnames,
  press,
  selectAll,
} from '../../support/console/class-actions.ts';
import { cards } from '../../support/console/wall.ts';
import { expect, type FaultClass, lasts, OUTAGE, test } from '../../support/faults/fault-stage.ts';

const EACH = 4;
const CAMPUS = 'of the campus';

/** The same machines and people at the other site, with names that tell. */
async function startCampusClass({ classroom, network }: FaultClass): Promise<SimulatedClass> {
  const secret = await addSiteSecret(
    classroom.platform.store.db,
    { tenant: 'demo', site: 'hillcrest' },
    { id: 'campus', encryption: undefined },
  );
  const file = await readClassFile(join(classroom.dataDir, 'demo-class.json'));
  const devices = file.devices.slice(0, EACH).map((device, seat) => ({
    ...device,
    hostname: `CAMPUS-${seat}`,
    serialNumber: `campus-${seat}`,
    user: { name: `${device.user.name} ${CAMPUS}` },
  }));
  const campus = createSimulatedClass({
    platform: `http://127.0.0.1:${network.port}`,
    class: { ...file, siteId: 'hillcrest', secret, devices },
    students: EACH,
    wanderers: 0,
  });
  await campus.ready;
  return campus;
}

test('two tabs of two sites have two connections, nothing crosses, and both outlive an outage', async ({
  ownStage,
  openTabs,
  pageErrors,
}) => {
  pageErrors.allow(OUTAGE);
  const stage = await ownStage({ students: EACH });
  const { classroom, network } = stage;
  const { broker } = classroom.platform;
  const strays: string[] = [];
  broker.onPublish(({ topic }, { site }) => {
    if (!topic.startsWith(`demo/${site}/`)) strays.push(topic);
  });
  const campus = await startCampusClass(stage);
  const { tabs, open, expectNotReloaded } = await openTabs(classroom, {
    students: EACH,
    email: 'manager@demo.example',
  });
  const other = await open();
  await other.getByRole('button', { name: /^Account of/ }).click();
  await other.getByRole('menuitem', { name: 'Hillcrest Campus' }).click();
  await other
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Hillcrest devices' })
    .click();
  await expect(other.getByRole('heading', { name: 'Hillcrest devices' })).toBeVisible();

  const expectApart = async () => {
    await expect(cards(other)).toHaveCount(EACH);
    await expect(cards(other).filter({ hasText: CAMPUS })).toHaveCount(EACH);
    await expect(cards(tabs[0])).toHaveCount(EACH);
    await expect(cards(tabs[0]).filter({ hasText: CAMPUS })).toHaveCount(0);
    const tutors = () => broker.connections().filter(({ kind }) => kind === 'tutor');
    await expect
      .poll(() =>
        tutors()
          .map(({ site }) => site)
          .sort(),
      )
      .toEqual(['hillcrest', 'riverside']);
    for (const { site, filters } of tutors()) {
      expect(filters.filter((filter) => !filter.startsWith(`demo/${site}/`))).toEqual([]);
    }
    expect(strays).toEqual([]);
  };
  await expectApart();
  await other.evaluate(() => void Object.assign(window, { isSamePage: true }));

  const done = followActions([...(classroom.simulatedClass?.devices ?? []), ...campus.devices]);
  await network.cut();
  const over = lasts(5);
  await selectAll(other);
  await press(other, 'Mute');
  await over;
  const endedAt = Date.now();
  await network.restore();
  await Promise.all([
    expectLiveAgain([...tabs, other], { scenario: 'two tabs of two sites', endedAt, cards: EACH }),
    expectConfirmed(other, 'Mute', EACH),
  ]);
  expect(done.whoDid('mute')).toEqual(hostnames(campus.devices));
  await expectApart();
  await expectNotReloaded();
  done.stop();
  await campus.stop();
});
