import { describe, expect, it } from 'vitest';
import { createFakeClock } from '#protocol/fakes/fake-clock.ts';
import { createFakeScreen } from './fakes/fake-screen.ts';
import { createWindowCloser } from './window-closer.ts';

const PROGRAM = { appId: 'Writer', title: 'Essay', active: true, icon: undefined };

function create() {
  const clock = createFakeClock();
  const { screen, shown, changed } = createFakeScreen();
  shown.applications = ['w1', 'w2'].map((windowId) => ({ ...PROGRAM, windowId }));
  return { clock, shown, changed, screen, closer: createWindowCloser({ clock, screen }) };
}

describe('a closer of windows', () => {
  it('answers at once when all are closed, and leaves out those that were not open', async () => {
    const { closer, clock } = create();
    await expect(closer.closeTabs(['t1', 'gone'])).resolves.toEqual({ ok: true, closed: ['t1'] });
    expect(clock.pending()).toBe(0);
  });

  it('answers after a second with those that have closed until then', async () => {
    const { closer, clock, shown, changed } = create();
    shown.refusing = ['w1', 'w2'];
    let answer: unknown;
    void closer.closeApplications(['w1', 'w2']).then((outcome) => {
      answer = outcome;
    });
    await clock.advance(600);
    shown.applications = shown.applications.slice(1);
    changed('applications');
    await clock.advance(399);
    expect(answer).toBeUndefined();
    await clock.advance(1);
    expect(answer).toEqual({ ok: true, closed: ['w1'] });
  });

  it('answers as soon as the last one has closed', async () => {
    const { closer, clock, shown, changed } = create();
    shown.refusing = ['t1'];
    const answer = closer.closeTabs(['t1']);
    await clock.advance(300);
    shown.tabs = [];
    changed('tabs');
    await expect(answer).resolves.toEqual({ ok: true, closed: ['t1'] });
    expect(clock.pending()).toBe(0);
  });

  it('calls an application closed when its last window is', async () => {
    const { closer, clock, shown, changed } = create();
    shown.refusing = ['w1', 'w2'];
    const answer = closer.closeApplications(['Writer']);
    await clock.advance(0);
    shown.applications = shown.applications.slice(1);
    changed('applications');
    await clock.advance(1_000);
    await expect(answer).resolves.toEqual({ ok: true, closed: [] });
  });

  it('hands on why nothing can be closed, also if that was an error', async () => {
    const { closer, shown, screen } = create();
    shown.closes = false;
    await expect(closer.closeTabs(['t1'])).resolves.toEqual({ ok: false, code: 'unsupported' });
    screen.closeApplications = () => {
      throw new Error('no window manager');
    };
    await expect(closer.closeApplications(['w1'])).resolves.toEqual({ ok: false, code: 'failed' });
  });

  it('waits for nothing any more once it is stopped', async () => {
    const { closer, clock, shown } = create();
    shown.refusing = ['t1'];
    const answer = closer.closeTabs(['t1']);
    await clock.advance(0);
    closer.stop();
    await expect(answer).resolves.toEqual({ ok: true, closed: [] });
    expect(clock.pending()).toBe(0);
  });
});
