/**
 * A chat room with 30 members in which 20 messages a second are said, and one with a long past.
 *
 * `p95-ms`: from Enter in one tutor's tab until the message stands in another tutor's tab; the baseline is a bare mqtt.js
 * client that publishes and another one that receives, in the same room at the same time. Both ways the platform stores
 * the message before it says it. `history`: from the press on a room of 20,000 messages until its newest message stands
 * there, against the fetch of its first page by the same tab.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import * as v from 'valibot';
import { newRoomAnswerSchema } from '#protocol/rest/live-room.ts';
import { readClassFile } from '../../agent/simulated/class-file.ts';
import { CHROMIUM_ARGS, findChromium, thisMachine } from '../support/browser/chromium.ts';
import { type RunningClassroom, startClassroom } from '../support/classroom/running-classroom.ts';
import { ask, consoleSession } from '../support/tutors/platform-session.ts';
import { signIn } from '../support/tutors/sign-in.ts';
import { type BareDevice, connectDevice } from './classroom/bare-device.ts';
import { buildBenchConsole, percentile } from './classroom/bench-classroom.ts';
import type { Bench, BenchContext } from './meters/measurement.ts';

const MEMBERS = 30;
const PER_SECOND = 20;
const MEASURED_S = 45;
const OWN_EVERY_MS = 900;
const PAST = 20_000;
const OPENINGS = 12;
const AT = { tenant: 'demo', site: 'riverside', tutorId: 'tutor-teacher' };

export const bench: Bench = async (context) => {
  await buildBenchConsole();
  const classroom = await startClassroom({ students: 0 });
  context.atEnd(() => classroom.close());
  const devices = await connectDevices(context, classroom);
  const talk = await fillRooms(classroom, devices);
  const [writer, reader] = await openTabs(context, classroom);
  await measureTalk(context, { devices, roomId: talk, writer, reader });
  await measureHistory(context, reader);
};

async function connectDevices(context: BenchContext, classroom: RunningClassroom): Promise<BareDevice[]> {
  const file = await readClassFile(`${classroom.dataDir}/demo-class.json`);
  const devices: BareDevice[] = [];
  for (const seat of file.devices.slice(0, MEMBERS - 2))
    devices.push(await connectDevice(classroom.platform.port, file, seat));
  context.atEnd(async () => {
    for (const { client } of devices) await client.endAsync(true);
  });
  return devices;
}

async function fillRooms(classroom: RunningClassroom, devices: readonly BareDevice[]): Promise<string> {
  const { db } = classroom.platform.store;
  const { accessToken } = await consoleSession(classroom.platform, 'maintainer@demo.example');
  const users = devices.map(({ tokens }) => tokens.userId);
  const make = async (name: string): Promise<string> => {
    const answer = await ask(`${classroom.consoleUrl}/v1/live-rooms`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${accessToken}`,
        'tenant-key': AT.tenant,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ type: 'text-chat', name, members: { users, groups: [], tutors: [AT.tutorId] } }),
    });
    return v.parse(newRoomAnswerSchema, JSON.parse(answer.body)).id;
  };
  const id = await make('Talk');
  const past = await make('Past');
  const firstAt = Date.now() - PAST * 60_000;
  for (let from = 0; from < PAST; from += 1_000)
    await db
      .insertInto('live_room_history')
      .values(
        Array.from({ length: 1_000 }, (_, i) => ({
          tenant: AT.tenant,
          id: `past-${from + i}`,
          room_id: past,
          kind: 'message' as const,
          message: `Message ${from + i} of a long past, with a word or two more`,
          name: 'Tess Teacher',
          picture: null,
          action: null,
          user_id: null,
          tutor_id: AT.tutorId,
          sent_at: new Date(firstAt + (from + i) * 60_000),
        })),
      )
      .execute();
  return id;
}

async function openTabs(context: BenchContext, { consoleUrl }: RunningClassroom): Promise<[Page, Page]> {
  const found = findChromium(thisMachine());
  const browser = await chromium.launch({
    ...(found.name === 'found' && { executablePath: found.path }),
    args: CHROMIUM_ARGS,
  });
  context.atEnd(() => browser.close());
  const open = async (email: string): Promise<Page> => {
    const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
    await signIn(page, { consoleUrl, email });
    await page.goto(`${consoleUrl}/rooms`);
    await page.getByRole('navigation', { name: 'Rooms' }).getByText('Talk').click();
    await page.getByText(/^Online User/).waitFor();
    return page;
  };
  return [await open('maintainer@demo.example'), await open('teacher@demo.example')];
}

type Talk = { devices: readonly BareDevice[]; roomId: string; writer: Page; reader: Page };

async function measureTalk(context: BenchContext, { devices, roomId, writer, reader }: Talk): Promise<void> {
  const topic = `${AT.tenant}/${AT.site}/live-rooms/${roomId}`;
  const sentAt = new Map<string, number>();
  const bare: number[] = [];
  for (const [at, { client }] of devices.entries()) {
    await client.subscribeAsync(`${topic}/#`, { qos: 1 });
    if (at !== 0) continue;
    client.on('message', (from, payload) => {
      if (!from.endsWith('/messages')) return;
      const { id } = JSON.parse(payload.toString()) as { id: string };
      const began = sentAt.get(id);
      // What the receiver has sent itself is not measured.
      if (began !== undefined) bare.push(performance.now() - began);
    });
  }
  await reader.evaluate(watchForMessages);
  let count = 0;
  const say = () => {
    count += 1;
    const sender = devices[1 + (count % (devices.length - 1))];
    const id = `bench-${count}`;
    sentAt.set(id, performance.now());
    sender?.client.publish(`${topic}/send-message`, JSON.stringify({ id, message: `Line ${count}` }), {
      qos: 1,
    });
  };
  const load = setInterval(say, 1_000 / PER_SECOND);
  const own = new Map<string, number>();
  const field = writer.getByRole('textbox', { name: 'Message', exact: true });
  for (let i = 0; i * OWN_EVERY_MS < MEASURED_S * 1_000; i += 1) {
    const text = `measured-${i}`;
    await field.fill(text);
    own.set(text, await writer.evaluate(noteEnter));
    await pause(OWN_EVERY_MS);
  }
  clearInterval(load);
  await pause(2_000);
  const shown = new Map(await reader.evaluate(() => (globalThis as unknown as Watched).shownAt));
  const ours = [...own].flatMap(([text, at]) => {
    const seen = shown.get(text);
    return seen === undefined ? [] : [seen - at];
  });
  context.say(
    `${count} messages of others, ${ours.length} of ${own.size} own shown; p50 ${percentile(ours, 0.5).toFixed(1)} against ${percentile(bare, 0.5).toFixed(1)} ms`,
  );
  if (ours.length < own.size) throw new Error('messages were lost');
  const [p95, baseline] = [percentile(ours, 0.95), percentile(bare, 0.95)];
  context.report({ measure: 'p95-ms', ours: p95, baseline, unit: 'ms' });
  context.report({ measure: 'p95-ms-over-baseline', ours: p95 - baseline, unit: 'ms', aim: { atMost: 50 } });
}

type Watched = { shownAt: [string, number][] };

/** In the page: when each measured message first stood there, on the clock of the machine. */
function watchForMessages(): void {
  const page = globalThis as unknown as Watched;
  page.shownAt = [];
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) {
        const text = /measured-\d+/.exec(node.textContent ?? '')?.[0];
        if (text !== undefined) page.shownAt.push([text, performance.timeOrigin + performance.now()]);
      }
  }).observe(document.querySelector('[role=log]') ?? document.body, { childList: true, subtree: true });
}

/** In the page: Enter, and when it was pressed, on the clock of the machine. */
function noteEnter(): number {
  const at = performance.timeOrigin + performance.now();
  const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
  document.activeElement?.dispatchEvent(enter);
  return at;
}

async function measureHistory(context: BenchContext, page: Page): Promise<void> {
  const opened: number[] = [];
  const fetched: number[] = [];
  const list = page.getByRole('navigation', { name: 'Rooms' });
  for (let i = 0; i < OPENINGS; i += 1) {
    await list.getByText('Talk').click();
    await page.getByRole('heading', { name: 'Talk', level: 2 }).waitFor();
    await pause(800);
    const { openMs, fetchMs } = await page.evaluate(openPast);
    // The first ones compile.
    if (i < 2) continue;
    opened.push(openMs);
    fetched.push(fetchMs);
  }
  context.say(`opened ${opened.map(Math.round).join(' ')}, fetched ${fetched.map(Math.round).join(' ')} ms`);
  const [ours, baseline] = [percentile(opened, 0.5), percentile(fetched, 0.5)];
  context.report({ measure: 'history', ours, baseline, unit: 'ms', aim: { ratioAtMost: 2 } });
}

/** In the page: presses the room of the past, and waits until its newest message stands there. */
async function openPast(): Promise<{ openMs: number; fetchMs: number }> {
  performance.clearResourceTimings();
  const link = [...document.querySelectorAll<HTMLElement>('nav a')].find(
    ({ textContent }) => textContent === 'Past',
  );
  const began = performance.now();
  link?.click();
  while (!document.querySelector('[role=log]')?.textContent?.includes('Message 19999 '))
    await new Promise((resolve) => requestAnimationFrame(resolve));
  const openMs = performance.now() - began;
  const [read] = performance
    .getEntriesByType('resource')
    .filter(({ name }) => name.includes('/history?limit=50'));
  return { openMs, fetchMs: read?.duration ?? Number.NaN };
}
