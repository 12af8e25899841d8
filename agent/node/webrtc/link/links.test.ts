import { beforeEach, describe, expect, it } from 'vitest';
import { createFakeClock, type FakeClock } from '#protocol/fakes/fake-clock.ts';
import type { Command, Report } from '../process/messages.ts';
import { createLinks, type Links } from './links.ts';
import type { ChildListener } from './start-child.ts';

type Started = ChildListener & { sent: (readonly Command[])[]; left: (() => void)[]; leaves: number };

let clock: FakeClock;
let started: Started[];
let deaths: string[];
let links: Links;

beforeEach(() => {
  clock = createFakeClock();
  started = [];
  deaths = [];
  links = createLinks({
    clock,
    start(listener) {
      const child: Started = { ...listener, sent: [], left: [], leaves: 0 };
      started.push(child);
      return {
        pid: started.length,
        send(commands, left) {
          child.sent.push([...commands]);
          if (left) child.left.push(left);
        },
        leave: () => void child.leaves++,
      };
    },
    onDeath: (how) => deaths.push(how),
  });
});

const last = () => {
  const child = started.at(-1);
  if (!child) throw new Error('none was started');
  return child;
};
const start = async () => {
  links.current();
  await clock.advance(0);
  last().report({ type: 'ready' });
  return links.current();
};
const source = (id: number): Command => ({ type: 'new-source', id });
const none = { take() {}, lose() {} };

describe('the links to the WebRTC process', () => {
  it('start it when it is first needed, and once', async () => {
    expect([started.length, links.pid()]).toEqual([0, undefined]);
    expect(links.current()).toBe(links.current());
    await clock.advance(0);
    expect([started.length, links.pid()]).toEqual([1, 1]);
  });

  it('keep what is said until it is ready, and say what belongs to one task at once', async () => {
    const link = links.current();
    link.send(source(1));
    link.send(source(2));
    link.sendNow({ type: 'send', id: 3, data: 'too early' });
    await clock.advance(0);
    expect(last().sent).toEqual([]);
    last().report({ type: 'ready' });
    expect(last().sent).toEqual([[source(1), source(2)]]);
    link.send(source(4));
    link.send(source(5));
    link.sendNow({ type: 'send', id: 6, data: 'b' });
    link.send(source(7));
    link.send(source(8));
    await clock.advance(0);
    expect(last().sent.slice(1)).toEqual([
      [source(4), source(5)],
      [{ type: 'send', id: 6, data: 'b' }],
      [source(7), source(8)],
    ]);
  });

  it('pass what is reported on to whom it is about', async () => {
    const link = await start();
    const told: Report[] = [];
    const id = link.join({ ...none, take: (report) => told.push(report) });
    const other = link.join({ ...none, take: () => expect.unreachable() });
    last().report({ type: 'connect', id });
    last().report({ type: 'left', channels: [{ id, bytes: 7 }] });
    link.leave(other);
    last().report({ type: 'connect', id: other });
    expect(told).toEqual([
      { type: 'connect', id },
      { type: 'left', channels: [{ id, bytes: 7 }] },
    ]);
  });

  it('tell everybody when it ends, and have no words for the next one from before', async () => {
    const link = await start();
    const lost: string[] = [];
    link.join({ ...none, lose: () => lost.push('a') });
    link.join({ ...none, lose: () => lost.push('b') });
    last().ended('SIGSEGV');
    expect([lost, deaths, links.pid()]).toEqual([['a', 'b'], ['SIGSEGV'], undefined]);
    link.join({ ...none, lose: () => lost.push('late') });
    link.send(source(1));
    await clock.advance(0);
    expect([lost, started.length, link.isOpen()]).toEqual([['a', 'b', 'late'], 1, false]);
    await start();
    expect([started.length, last().sent]).toEqual([2, []]);
  });

  it('start one that ends again and again after longer and longer, and nothing when nobody needs it', async () => {
    const pauses: number[] = [];
    for (let i = 0; i < 7; i++) {
      const before = clock.now();
      links.current();
      while (started.length === i) await clock.advance(500);
      pauses.push(clock.now() - before);
      last().report({ type: 'ready' });
      last().ended('SIGSEGV');
      expect(clock.pending()).toBe(0);
    }
    // Each found within half a second.
    expect(pauses).toEqual([500, 500, 1_000, 2_000, 5_000, 10_000, 30_000]);
    links.current();
    await clock.advance(30_000);
    last().report({ type: 'ready' });
    await clock.advance(60_000);
    last().ended('SIGSEGV');
    await start();
    expect(started).toHaveLength(9);
  });

  it('reject who waits for one that ends before it is ready, and try again for the next', async () => {
    const ready = links.ready();
    await clock.advance(0);
    last().ended('exit code 1');
    await expect(ready).rejects.toThrow('exit code 1');
    const again = links.ready();
    await clock.advance(0);
    last().report({ type: 'ready' });
    await again;
  });

  it('do not try again where there is no build for the machine', async () => {
    const lost: string[] = [];
    const ready = links.ready();
    links.current().join({ ...none, lose: () => lost.push('early') });
    await clock.advance(0);
    last().report({ type: 'unavailable', message: 'Could not find wrtc binary' });
    await expect(ready).rejects.toThrow('Could not find wrtc binary');
    await expect(links.ready()).rejects.toThrow('Could not find wrtc binary');
    links.current().join({ ...none, lose: () => lost.push('late') });
    await clock.advance(60_000);
    expect([lost, started.length, last().leaves, deaths]).toEqual([['early', 'late'], 1, 1, []]);
  });

  it('let go of it when they are closed, also while it waits to be started', async () => {
    await start();
    links.close();
    expect([last().leaves, links.pid()]).toEqual([1, undefined]);
    last().ended('SIGKILL');
    expect(deaths).toEqual([]);
    links.current();
    links.close();
    await clock.advance(60_000);
    expect(started).toHaveLength(1);
  });
});
