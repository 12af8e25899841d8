/**
 * Remote control of a screen that is none of ours: TigerVNC's server of Debian, installed once where that is possible.
 * Here for the installation; the test itself takes seconds.
 */
import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { vncResponse } from '../../agent/node/remote-screen/vnc-password.ts';
import { expect, test } from '../support/classroom/classroom.ts';
import { pressAction } from '../support/console/class-actions.ts';
import { coloursOf, overlayOf, remoteScreenOf } from '../support/console/remote-screen.ts';
import { cardOf, cards } from '../support/console/wall.ts';
import { connectHandMade } from '../support/devices/hand-made-device.ts';
import { startWebSocketBridge } from '../support/faults/websocket-bridge.ts';
import { signIn } from '../support/tutors/sign-in.ts';

const PROGRAM = '/usr/bin/Xtigervnc';
const PASSWORD = 'lent-one';
/** With which VNC servers keep the file of their password; known to everybody. */
const FILE_KEY = String.fromCharCode(23, 82, 107, 6, 35, 78, 88, 7);

/** Why it is not there; undefined: it is. */
async function installServer(): Promise<string | undefined> {
  if (existsSync(PROGRAM)) return undefined;
  if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0)
    return 'TigerVNC is missing and cannot be installed here: it needs apt-get and root';
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args: string[]) => promisify(execFile)('apt-get', args, { env });
  try {
    await apt('update');
    await apt('install', '-y', '--no-install-recommends', 'tigervnc-standalone-server');
  } catch (error) {
    return `TigerVNC could not be installed: ${error}`;
  }
  return existsSync(PROGRAM) ? undefined : `the package tigervnc-standalone-server has no ${PROGRAM}`;
}

/** On a display and a port that nobody has; what it logs tells of every key. */
async function startServer() {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-vnc-'));
  const passwordFile = join(folder, 'passwd');
  await writeFile(passwordFile, vncResponse(FILE_KEY, Buffer.from(PASSWORD)), { mode: 0o600 });
  const number = 100 + (process.pid % 800);
  const port = 20_000 + number;
  const server = spawn(PROGRAM, [
    ...[`:${number}`, '-rfbport', String(port), '-localhost', '-geometry', '800x600', '-depth', '24'],
    ...['-SecurityTypes', 'VncAuth', '-PasswordFile', passwordFile, '-retro', '-Log', '*:stderr:100'],
  ]);
  let log = '';
  server.stderr.on('data', (text) => {
    log += text;
  });
  const ended = new Promise((resolve) => server.once('close', resolve));
  await expect.poll(() => log, { timeout: 20_000 }).toMatch(/Listening for VNC connections/);
  return {
    port,
    log: () => log,
    async close() {
      server.kill();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

test('a real VNC server is seen and hears keys', async ({ page, ownClassroom, pageErrors }) => {
  // What the viewer says of the wrong password.
  pageErrors.allow(/Security negotiation failed/);
  test.setTimeout(300_000);
  const obstacle = await installServer();
  test.skip(obstacle !== undefined, obstacle);
  const server = await startServer();
  const bridge = await startWebSocketBridge(server.port);
  const classroom = await ownClassroom({ students: 1 });
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'teacher@demo.example' });
  await expect(cards(page)).toHaveCount(1);
  const groupId = new URL(page.url()).pathname.split('/').pop() ?? '';
  const device = await connectHandMade(classroom, 6);
  const access = { url: bridge.url, password: PASSWORD };
  const asked = await device.lendScreen(access);
  await device.say(groupId, 'info', {
    type: 'windowsAgent',
    version: '1',
    displays: [],
    alias: 'Real screen',
    device: { hostname: 'REAL' },
    user: { id: 'u', name: 'Real screen' },
  });
  await cardOf(page, 'Real screen').getByRole('checkbox').check();
  await pressAction(page, 'Remote Control');
  const screen = remoteScreenOf(page);
  await expect(screen).toBeFocused();
  expect(await screen.evaluate(({ width, height }: HTMLCanvasElement) => [width, height])).toEqual([
    800, 600,
  ]);
  // The pattern that X has had for its background from its beginning: a quarter of it is white.
  await expect
    .poll(async () => {
      const { '0,0,0': black = 0, '255,255,255': white = 0 } = await coloursOf(screen);
      return Math.min(black, white) / (800 * 600);
    })
    .toBeGreaterThan(0.2);

  await page.keyboard.type('a');
  await overlayOf(page).getByRole('button', { name: 'Ctrl+Alt+Del' }).click();
  await expect.poll(server.log).toMatch(/0x0*61\b[\s\S]*0xffe3[\s\S]*0xffe9[\s\S]*0xffff/i);
  await overlayOf(page).getByRole('button', { name: 'Disconnect' }).click();
  await expect(overlayOf(page)).toBeHidden();
  await expect.poll(() => asked).toEqual(['remoteControl', 'stopRemoteControl']);

  // Another password than the server's.
  access.password = 'not-this';
  await pressAction(page, 'Remote Control');
  await expect(page.getByText(/did not accept its password/)).toBeVisible();
  await device.stop();
  await bridge.close();
  await server.close();
});
