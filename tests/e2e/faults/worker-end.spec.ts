/** The live worker ends under its tabs: they find it out by themselves and start another. */

import { expectLiveAgain, expectStillLive, watchFewestCards } from '../../support/console/card-pictures.ts';
import {
  expectConfirmed,
  followActions,
  hostnames,
  press,
  selectAll,
} from '../../support/console/class-actions.ts';
import { endDedicatedWorker, endSharedWorkers } from '../../support/faults/browser-faults.ts';
import { CLASS_SIZE, expect, OUTAGE, test } from '../../support/faults/fault-stage.ts';

test('two tabs whose shared worker is ended share a new one', async ({
  stage: { classroom },
  openTabs,
  browser,
  pageErrors,
}) => {
  pageErrors.allow(OUTAGE);
  const { tabs, expectNotReloaded } = await openTabs(classroom, { count: 2 });
  const [page] = tabs;
  const tutors = () => classroom.platform.broker.connections().filter(({ kind }) => kind === 'tutor');
  const [before] = tutors();
  const devices = classroom.simulatedClass?.devices ?? [];
  const done = followActions(devices);
  const fewestCards = await watchFewestCards(tabs);
  await selectAll(page);
  // Asked of the old worker, and again of the new one.
  await press(page, 'Mute');
  const endedAt = Date.now();
  await endSharedWorkers(browser, page);
  await Promise.all([
    expectLiveAgain(tabs, { scenario: 'the shared worker ended', endedAt, cards: CLASS_SIZE }),
    expectConfirmed(page, 'Mute', CLASS_SIZE),
  ]);
  expect(done.whoDid('mute')).toEqual(hostnames(devices));
  expect(await fewestCards()).toBe(CLASS_SIZE);
  await expect.poll(tutors).toHaveLength(1);
  expect(tutors()[0]?.clientId).not.toBe(before?.clientId);
  await expectNotReloaded();

  // As the class was.
  await press(page, 'Unmute');
  await expectConfirmed(page, 'Unmute', CLASS_SIZE);
  done.stop();
});

test('a tab whose own worker is ended starts another, and its neighbour notices nothing', async ({
  stage: { classroom },
  openTabs,
  pageErrors,
}) => {
  pageErrors.allow(OUTAGE);
  const { tabs, open, expectNotReloaded } = await openTabs(classroom, { workers: 'dedicated' });
  const [page] = tabs;
  const neighbour = await open();
  const tutors = () => classroom.platform.broker.connections().filter(({ kind }) => kind === 'tutor');
  const before = tutors().map(({ clientId }) => clientId);
  expect(before).toHaveLength(2);
  const devices = classroom.simulatedClass?.devices ?? [];
  const done = followActions(devices);
  const fewestCards = await watchFewestCards(tabs);
  await selectAll(page);
  // Asked of the old worker, and again of the new one.
  await press(page, 'Mute');
  const endedAt = Date.now();
  await endDedicatedWorker(page);
  await Promise.all([
    expectLiveAgain([page], { scenario: 'the worker of one tab ended', endedAt, cards: CLASS_SIZE }),
    expectConfirmed(page, 'Mute', CLASS_SIZE),
  ]);
  expect(done.whoDid('mute')).toEqual(hostnames(devices));
  await expect.poll(tutors).toHaveLength(2);
  expect(tutors().filter(({ clientId }) => before.includes(clientId))).toHaveLength(1);
  expect(await fewestCards()).toBe(CLASS_SIZE);
  await expectStillLive([neighbour], CLASS_SIZE);
  await expectNotReloaded();

  // As the class was.
  await press(page, 'Unmute');
  await expectConfirmed(page, 'Unmute', CLASS_SIZE);
  done.stop();
});
