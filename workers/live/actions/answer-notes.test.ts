import { describe, expect, test } from 'vitest';
import { setUpActionsInGroup } from '../fakes/live-actions.ts';
import { T } from '../fakes/live-fixture.ts';

describe('a request to stop screen shares', () => {
  test('goes to everyone who shares or tutors', async () => {
    const { live, sent } = await setUpActionsInGroup();
    live.requestStopScreenShares('a', ['s1', 's2']);
    expect(sent()).toEqual([
      {
        topic: 'requeststopscreenshares',
        body: { sessionIds: ['s1', 's2'] },
        options: { qos: 1, expirySeconds: 60, contentType: 'application/json' },
      },
    ]);
  });

  test('reaches every tab of this browser, also when another tutor asked', async () => {
    const { live, broker, tab, batch } = await setUpActionsInGroup();
    tab.take();
    live.requestStopScreenShares('a', ['s1']);
    await batch();
    broker.deliver(`${T}/backchannel/platform/stop-screen-shares`, { sessionIds: ['s2', 's3'] });
    await batch();
    expect(tab.take().flatMap(({ stopScreenShares }) => stopScreenShares ?? [])).toEqual(['s1', 's2', 's3']);
    broker.deliver(`${T}/backchannel/platform/stop-screen-shares`, { sessionIds: [] });
    await batch();
    expect(tab.take()[0]?.dropped).toEqual({ schema: 1 });
  });

  test('with no session is ignored', async () => {
    const { live, sent, clock } = await setUpActionsInGroup();
    live.requestStopScreenShares('a', []);
    await clock.advance(1_000);
    expect(sent()).toEqual([]);
  });

  test('waits for the broker for a minute', async () => {
    const { live, sent, clock, broker } = await setUpActionsInGroup();
    broker.answer = 'unreachable';
    broker.lose({ keepSession: true });
    live.requestStopScreenShares('a', ['s1']);
    await clock.advance(50_000);
    live.requestStopScreenShares('a', ['s2']);
    await clock.advance(11_000);
    broker.answer = 'accept';
    await clock.advance(5_000);
    expect(sent().map(({ body }) => body.sessionIds)).toEqual([['s2']]);
  });
});
