/**
 * The extension's service worker. Browsers stop it when it is idle and start it again for the next event, so
 * every listener is added in its first task. The traffic of the connection to the broker keeps it alive.
 */
import '#protocol/first-fault.ts';
import { systemClock } from '#protocol/clock.ts';
import { globalFetch } from '#protocol/json-request.ts';
import { createPlatformCall } from '../../core/connection/platform-call.ts';
import { removeAllPicked } from '../picked-files.ts';
import { showWatchers } from './badge.ts';
import { currentDeployment, followConfiguration } from './configuration/configuration.ts';
import { createProgram } from './device/program.ts';
import { type StartedDevice, startDevice } from './device/start-device.ts';
import { createExtensionEffects } from './effects/extension-effects.ts';
import { saveFile } from './files/save-file.ts';
import { createScreenLock } from './lock/screen-lock.ts';
import { notify } from './notifications.ts';
import { createExtensionPeers } from './peers/extension-peers.ts';
import { serveBlockedPages } from './rules/blocked-pages.ts';
import { createExtensionPageGuard } from './rules/extension-page-guard.ts';
import { serveTypedTexts } from './rules/typed-texts.ts';
import { createExtensionScreen } from './screen/extension-screen.ts';
import { createLiveFrames } from './screen/live-frames.ts';
import { createOpenTabs } from './screen/open-tabs.ts';
import { createStatus } from './status.ts';
import { createPanelWindow } from './student/panel-window.ts';
import { servePanel } from './student/serve-panel.ts';
import { createStudentSide } from './student/student-side.ts';

/** Starts the worker again if the browser has stopped it. Shorter periods are not permitted. */
const WAKE_MINUTES = 0.5;

const clock = systemClock;
const call = createPlatformCall(globalFetch);
let started: StartedDevice | undefined;

const open = createOpenTabs({
  clock,
  isOwn: (windowId) => [lock, panel, peers].some((each) => each.isOwn(windowId)),
});
const lock = createScreenLock({
  focusedWindow: open.focused,
  onChange: () => void open.readNow(),
  isAbove: (windowId) => panel.isOwn(windowId) || peers.isOwn(windowId),
});
const effects = createExtensionEffects(lock);
const screen = createExtensionScreen({ clock, open, lockWindow: lock.window, show: effects.show, notify });
const live = createLiveFrames({
  clock,
  open,
  picture: screen.livePicture,
  send: (displayId, jpeg) => peers.sendFrame(displayId, jpeg),
});
const peers = createExtensionPeers({
  clock,
  place: () => started?.place,
  accessToken: () => started?.accessToken(),
  displayOf: screen.displayOf,
  onSources: live.follow,
  onFrameDone: live.frameDone,
  onFile: (file) => student.file(file),
  async save({ key, url, fileName }) {
    const id = await saveFile(url, fileName);
    if (id !== undefined) saved.set(key, id);
    return id !== undefined;
  },
});
const panel = createPanelWindow();
const saved = new Map<string, number>();
const student = createStudentSide({
  clock,
  device: () => started?.device,
  cancelTransfer: (key) => peers.cancelFile(key),
  showDownload(key) {
    const id = saved.get(key);
    if (id !== undefined) chrome.downloads.show(id);
    return id !== undefined;
  },
  onWaiting: panel.open,
});
const status = createStatus();
const pageGuard = createExtensionPageGuard();
const program = createProgram({
  clock,
  call,
  deployment: currentDeployment,
  async start(deployment, services) {
    await Promise.all([lock.ready, open.readNow()]);
    started = await startDevice({
      deployment,
      services,
      call,
      clock,
      screen,
      peers: {
        ...peers,
        sendFile(wanted) {
          student.files.fetched(wanted.file);
          return peers.sendFile(wanted);
        },
      },
      files: student.files.pick,
      pageGuard,
      events: {
        onSession(session) {
          status.session(session);
          student.session(session);
        },
        onState: student.device,
        onWatchers(watchers) {
          showWatchers(watchers);
          student.watchers(watchers);
        },
      },
    });
    effects.endOthers(started.device.state());
    return started;
  },
  onState: status.program,
});

servePanel(student.state, student.calls);
serveBlockedPages({ pageBlocked: (page) => started?.device.pageBlocked(page) });
serveTypedTexts((text, page) => started?.device.typed(text, page));
followConfiguration(program.begin);
chrome.runtime.onInstalled.addListener(program.begin);
chrome.runtime.onStartup.addListener(() => {
  void removeAllPicked();
  program.begin();
});
chrome.alarms.onAlarm.addListener(program.begin);
void chrome.alarms.create('wake', { periodInMinutes: WAKE_MINUTES });
program.begin();
