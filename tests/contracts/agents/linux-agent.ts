/** The Linux agent as an agent of the suite: its program on a desktop of its own, seen from outside. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { policyJson } from '#protocol/deployment.ts';
import { readClassFile } from '../../../agent/simulated/class-file.ts';
import { type LinuxDesktop, startLinuxDesktop } from '../../support/linux-desktop/linux-desktop.ts';
import { openXWitness, type XWitness } from '../../support/linux-desktop/x-witness.ts';
import type { AgentAdapter, AgentPlace, AgentStudent, AgentView, RunningAgent } from './agent-adapter.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const HOSTNAME = 'linux-desk';
const STOP_TIMEOUT_MS = 5_000;
/** Its picture changes twice a second. */
const MOVING = ['xterm', '-T', 'Moving', '-e', 'while :; do date +%N; sleep 0.5; done'] as const;

export const linuxComputer: AgentAdapter = {
  name: 'a Linux computer',
  cannot: [
    'broadcast',
    'closeTabs',
    'focusTab',
    'fullScreen',
    'login',
    'openChatRoom',
    'poll',
    'remoteControl',
    'requestName',
    'stopRemoteControl',
    'BlockWebsitesDefinition',
    'BlockAllWebsitesDefinition',
    'tabs',
    'pages',
    'lock-current-tab',
    'privacy',
    'blocks-before',
    'typed-words',
  ],
  program: { command: 'xterm', args: '-T Started' },
  start,
};

async function start({ platform, dataDir }: AgentPlace): Promise<RunningAgent> {
  const { tenant, siteId, secret } = await readClassFile(join(dataDir, 'demo-class.json'));
  const desktop = await startLinuxDesktop();
  const configFile = join(desktop.home, 'deployment.json');
  const configUrl = platform.origin('config');
  writeFileSync(configFile, policyJson({ tenantKey: tenant, siteId, configUrl, secret }));
  mkdirSync(join(desktop.home, 'Downloads'));
  writeFileSync(join(desktop.home, 'Downloads', 'notes.txt'), 'Read chapter four.');
  desktop.start(...MOVING);
  const witness = await openXWitness(desktop.env.DISPLAY ?? '');
  let program = startProgram(desktop, configFile);

  return {
    hostname: HOSTNAME,
    view: viewOf(desktop, witness),
    student: studentOf(desktop),
    async restart() {
      program.kill('SIGKILL');
      await once(program, 'exit');
      program = startProgram(desktop, configFile);
    },
    async stop() {
      program.kill('SIGTERM');
      const timer = setTimeout(() => program.kill('SIGKILL'), STOP_TIMEOUT_MS);
      if (program.exitCode === null && program.signalCode === null) await once(program, 'exit');
      clearTimeout(timer);
      witness.close();
      await desktop.stop();
    },
  };
}

const startProgram = ({ env }: LinuxDesktop, configFile: string): ChildProcess =>
  spawn(process.execPath, ['scripts/run.mjs', 'agent-linux', '--config', configFile], {
    cwd: ROOT,
    env: { ...env, LECTERN_HOSTNAME: HOSTNAME },
    stdio: ['ignore', 'ignore', 'inherit'],
  });

const viewOf = ({ run, home, notices }: LinuxDesktop, witness: XWitness): AgentView => ({
  async lock() {
    const name = await witness.coverName();
    if (name === undefined) return undefined;
    return URL.canParse(name) ? { url: name } : { text: name };
  },
  isMuted: async () => (await run('pactl', 'get-sink-mute', '@DEFAULT_SINK@')).endsWith('yes'),
  areInputsBlocked: witness.areInputsHeld,
  notifications: async () => shownTexts(notices).map(({ summary, body }) => `${summary} ${body}`),
  question: () => nothingOf('a question'),
  isNameRequested: async () => false,
  pages: () => nothingOf('pages'),
  async countdown() {
    if ((await run('dunstctl', 'count', 'displayed')) === '0') return undefined;
    const { summary = '' } = shownTexts(notices).at(-1) ?? {};
    return /goes to sleep/.test(summary) ? 'sleep' : undefined;
  },
  requestsTo: () => nothingOf('pages'),
  async receivedFiles() {
    const folder = join(home, 'Downloads');
    return readdirSync(folder).map((name) => ({
      name,
      sha256: createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    }));
  },
  broadcastFrames: async () => 0,
  roomLines: async () => undefined,
});

/** The notifications that the service has printed, oldest first. */
function shownTexts(notices: readonly string[]): readonly { summary: string; body: string }[] {
  const valuesOf = (field: string) =>
    notices.flatMap((line) => new RegExp(`^\\t${field}: '(.*)'$`).exec(line)?.[1] ?? []);
  const bodies = valuesOf('body');
  return valuesOf('summary').map((summary, at) => ({ summary, body: bodies[at] ?? '' }));
}

const nothingOf = (what: string) => Promise.reject(new Error(`The Linux agent shows ${what} not yet`));

/** The agent has no panel for its student yet. */
const noPanel = () => Promise.reject(new Error('The Linux agent has no panel'));
const studentOf = ({ run }: LinuxDesktop): AgentStudent => ({
  answerPoll: noPanel,
  giveName: noPanel,
  async abortPower() {
    const count = Number(await run('dunstctl', 'count', 'displayed'));
    // The student closes the older messages above the question.
    for (let above = count - 1; above > 0; above--) await run('dunstctl', 'close');
    await run('dunstctl', 'action', '0');
  },
  decideFullScreen: noPanel,
  sendInRoom: noPanel,
  leaveRoom: noPanel,
  setPrivacy: noPanel,
  openPage: noPanel,
  type: noPanel,
});
