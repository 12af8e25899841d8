import { describe, expect, it } from 'vitest';
import { AppError } from '#protocol/app-error.ts';
import { clientGroups, deviceFilters, groupFeedback, lastWill, presence } from '#protocol/topics.ts';
import { createFixture, IDENTITY, SCOPE } from '../fakes/device-fixture.ts';

describe('a device and its connection', () => {
  it('connects with a clean session, its last will and the identifier of its token', async () => {
    const { goOnline, transport, sent } = createFixture();
    await goOnline();
    expect(transport().options).toMatchObject({
      clientIdentifier: 'device:demo:riverside:c1:80000000',
      cleanStart: true,
      sessionExpirySeconds: 60,
      will: { topic: lastWill(SCOPE, IDENTITY), delaySeconds: 3 },
    });
    const [announced] = sent(presence(SCOPE, IDENTITY));
    expect(announced).toMatchObject({ retain: true, qos: 1 });
    expect(JSON.parse(String(announced?.payload)).since).toBe(
      JSON.parse(transport().options.will?.payload ?? '').since,
    );
  });

  it('subscribes to its groups as told, says hello there, and leaves them when told', async () => {
    const { goOnline, transport, sent, deliver, demand, device } = createFixture();
    await goOnline(['g1', 'g2']);
    expect(transport().subscribed).toContain(deviceFilters.group(SCOPE, 'g2'));
    expect(sent('/hello').map(({ topic }) => topic)).toEqual([
      `${groupFeedback(SCOPE, 'g1')}/c1/hello`,
      `${groupFeedback(SCOPE, 'g2')}/c1/hello`,
    ]);
    await demand('tabs');
    await deliver(clientGroups(SCOPE, 'c1'), { groups: ['g2', 'g3'] }, { retain: true });
    expect(transport().subscribed).not.toContain(deviceFilters.group(SCOPE, 'g1'));
    expect(device.demands()).toBe(0);
    expect(sent('/hello')).toHaveLength(3);
  });

  it('subscribes again where the broker could not tell just then, and says hello when it is in', async () => {
    const { goOnline, transport, sent, broker, clock } = createFixture();
    broker.closedTopics = deviceFilters.group(SCOPE, 'g2');
    await goOnline(['g1', 'g2']);
    expect(transport().subscribed).not.toContain(deviceFilters.group(SCOPE, 'g2'));
    const hellos = () => sent('/hello').filter(({ topic }) => topic.startsWith(groupFeedback(SCOPE, 'g2')));
    const before = hellos().length;
    broker.closedTopics = undefined;
    await clock.advance(5_000);
    expect(transport().subscribed).toContain(deviceFilters.group(SCOPE, 'g2'));
    expect(hellos()).toHaveLength(before + 1);
    await clock.advance(60_000);
    expect(hellos()).toHaveLength(before + 1);
  });

  it('reconnects without a clean start, subscribes and says hello again, and goes on answering', async () => {
    const { goOnline, lose, clock, transport, transports, demand, sent, device } = createFixture();
    await goOnline();
    await demand('tabs');
    await lose();
    await clock.advance(2_000);
    expect(transports).toHaveLength(2);
    expect(transport().options.cleanStart).toBe(false);
    await goOnline();
    expect(transport().subscribed).toContain(deviceFilters.group(SCOPE, 'g1'));
    expect(sent('/hello')).toHaveLength(2);
    const before = sent('/tabs').length;
    await clock.advance(5_000);
    expect(sent('/tabs').length).toBe(before + 1);
    expect(device.counters.connects).toBe(2);
  });

  it('shows its screen at once when it is back, to those who still ask for it', async () => {
    const { goOnline, lose, clock, demand, sent } = createFixture();
    await goOnline();
    await demand('thumbnails', { frequency: 60_000 });
    const before = sent('/thumbnail').length;
    await lose();
    await clock.advance(2_000);
    await goOnline();
    expect(sent('/thumbnail').length).toBe(before + 1);
  });

  it('waits longer after every failure, up to four seconds', async () => {
    const { device, enrolment, clock, obtained } = createFixture();
    enrolment.fails = true;
    device.start();
    await clock.advance(3_000);
    expect(obtained.length).toBeGreaterThanOrEqual(3);
    await clock.advance(57_000);
    const afterMinute = obtained.length;
    await clock.advance(60_000);
    // One each 2 to 4 s.
    expect(obtained.length - afterMinute).toBeGreaterThanOrEqual(15);
    expect(obtained.length - afterMinute).toBeLessThanOrEqual(30);
    enrolment.fails = false;
    await clock.advance(4_000);
    expect(device.session().name).toBe('connecting');
  });

  it('comes back when a busy platform has asked it to, not before', async () => {
    const { device, enrolment, clock, obtained } = createFixture();
    enrolment.failsWith = new AppError('server', 'busy', { detail: { status: 429, retryAfter: 15 } });
    device.start();
    await clock.advance(14_000);
    expect(obtained).toHaveLength(1);
    enrolment.failsWith = undefined;
    await clock.advance(6_000);
    expect(obtained).toHaveLength(2);
    expect(device.session().name).toBe('connecting');
  });

  it('enrols anew when the broker refuses its token', async () => {
    const { goOnline, lose, clock, obtained } = createFixture();
    await goOnline();
    await lose({ name: 'refused', message: 'Not authorized' });
    await clock.advance(2_000);
    expect(obtained).toEqual([{ afterRefusal: false }, { afterRefusal: true }]);
  });

  it('changes to a fresh token before the old one expires and keeps its session', async () => {
    const { goOnline, clock, transports, transport } = createFixture({ tokenLifeMs: 900_000 });
    await goOnline();
    await clock.advance(840_000);
    expect(transports).toHaveLength(2);
    expect(transports[0]?.closed).toEqual({ keepSession: true });
    expect(transport().options.cleanStart).toBe(false);
  });

  it('does what comes while it changes to a fresh token, and answers afterwards', async () => {
    const { goOnline, clock, transports, broker, act, replies, device } = createFixture({
      tokenLifeMs: 900_000,
    });
    await goOnline();
    broker.whileClosing = async () => void act('userInputs', { block: true }, { id: 'late' });
    await clock.advance(840_000);
    expect(transports).toHaveLength(2);
    await goOnline();
    expect(device.state().inputsBlocked).toBe(true);
    expect(replies()).toContainEqual(expect.objectContaining({ id: 'late' }));
  });

  it('leaves with its last will said and its presence cleared, and without a timer', async () => {
    const { goOnline, demand, device, clock, transport } = createFixture();
    await goOnline();
    for (const type of ['info', 'tabs', 'statuses', 'thumbnails']) await demand(type);
    expect(clock.pending()).toBeGreaterThan(0);
    await device.stop();
    const [will, cleared] = transport().published.slice(-2);
    expect(will).toMatchObject({
      topic: lastWill(SCOPE, IDENTITY),
      payload: transport().options.will?.payload,
    });
    expect(cleared).toMatchObject({ topic: presence(SCOPE, IDENTITY), payload: '', retain: true });
    expect(transport().closed).toEqual({ keepSession: false });
    expect(clock.pending()).toBe(0);
  });

  it.each(['before it is online', 'while it waits'])(
    'leaves no timer when it is stopped %s',
    async (when) => {
      const { device, clock, enrolment } = createFixture();
      enrolment.fails = when === 'while it waits';
      device.start();
      await clock.advance(0);
      await device.stop();
      expect(clock.pending()).toBe(0);
    },
  );

  it('does not answer demands and actions that a broker retained', async () => {
    const { goOnline, deliver, device, replies } = createFixture();
    await goOnline();
    const action = { id: 'x', action: 'lock', timeSent: 0 };
    await deliver('demo/riverside/tutors/anna/v1/groups/g1/actions', action, { retain: true });
    expect(replies()).toEqual([]);
    expect(device.counters.dropped).toEqual({ retained: 1 });
  });
});
