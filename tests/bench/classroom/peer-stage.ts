/**
 * A class in which one student has the student page open, and a tutor whose console shows it: each in a browser of its
 * own, with a profile on disk as a person has one (what a student receives is written there).
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import type { SimulatedDevice } from '../../../agent/simulated/simulated-device.ts';
import { CHROMIUM_ARGS, findChromium, thisMachine } from '../../support/browser/chromium.ts';
import { cardOf } from '../../support/console/wall.ts';
import { signIn } from '../../support/tutors/sign-in.ts';
import { openGroup } from '../group-page.ts';
import type { BenchContext } from '../meters/measurement.ts';
import { bundlePage } from '../page-bundle.ts';
import { startBenchClassroom } from './bench-classroom.ts';

const GROUP = 'All devices';
const VIEWPORT = { width: 1_600, height: 1_000 };
/** Two browsers of one machine find each other without asking the network for names. */
const PEER_ARGS = ['--disable-features=WebRtcHideLocalIpsWithMdns'];

export type PeerStage = {
  tutor: BrowserContext;
  student: BrowserContext;
  studentPage: Page;
  /** As the student's card shows it. */
  studentName: string;
  simulated: readonly SimulatedDevice[];
  /** The group screen in a further tab of the tutor's; ends when every card is there. */
  openGroup(): Promise<Page>;
};

export type PeerStageOptions = {
  /** Students beside the one with the student page. */
  simulated: number;
  /** What runs in every page of a browser before its own scripts. */
  scripts: { tutor: readonly URL[]; student: readonly URL[] };
};

export async function startPeerStage(
  context: BenchContext,
  { simulated, scripts }: PeerStageOptions,
): Promise<PeerStage> {
  const classroom = await startBenchClassroom(context, simulated + 1, { simulated, pictures: 'recorded' });
  const { tenant: _, siteId, secret, devices } = classroom.classFile;
  const seat = devices.filter(({ traits }) => !traits.comesAndGoes)[simulated];
  if (!seat) throw new Error('there is no seat left');

  const student = await openProfile(context, scripts.student);
  const studentPage = await student.newPage();
  const link = new URLSearchParams({ site: siteId, key: secret });
  await studentPage.goto(`${classroom.consoleUrl}/student/#${link}`);
  const byEmail = studentPage.getByLabel('Your school e-mail address');
  const byName = studentPage.getByLabel('Your name');
  await byEmail.or(byName).waitFor();
  if (await byEmail.isVisible()) await byEmail.fill(seat.user.email ?? '');
  else await byName.fill(seat.user.name);
  await studentPage.getByRole('button', { name: 'Join' }).click();
  await studentPage.getByText('Connected', { exact: true }).waitFor();

  const tutor = await openProfile(context, scripts.tutor);
  const page = await tutor.newPage();
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'maintainer@demo.example' });
  await page.waitForURL(/\/group\//);
  const { origin } = new URL(page.url());
  await page.close();
  let address: string | undefined;
  return {
    tutor,
    student,
    studentPage,
    studentName: seat.user.name,
    simulated: classroom.simulatedClass.devices,
    async openGroup() {
      const request = {
        group: GROUP,
        cards: simulated + 1,
        ...(address && { address }),
        tutor: { state: { cookies: [], origins: [] }, address: origin },
      };
      const opened = await openGroup(tutor, request);
      address = opened.url();
      await cardOf(opened, seat.user.name).first().waitFor();
      return opened;
    },
  };
}

async function openProfile(context: BenchContext, scripts: readonly URL[]): Promise<BrowserContext> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-profile-'));
  context.atEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const found = findChromium(thisMachine());
  const profile = await chromium.launchPersistentContext(folder, {
    ...(found.name === 'found' && { executablePath: found.path }),
    args: [...CHROMIUM_ARGS, ...PEER_ARGS],
    viewport: VIEWPORT,
  });
  context.atEnd(() => profile.close());
  for (const script of scripts) await profile.addInitScript({ content: await bundlePage(script) });
  return profile;
}

export function browserOf(profile: BrowserContext): Browser {
  const browser = profile.browser();
  if (!browser) throw new Error('this profile has no browser');
  return browser;
}
