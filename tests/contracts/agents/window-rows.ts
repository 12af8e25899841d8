/** Pages and programs: opened, brought to the front, closed. */
import assert from 'node:assert/strict';
import type { AgentAdapter } from './agent-adapter.ts';
import { type AgentRow, pageUrl } from './agent-row.ts';
import type { ClassTutor } from './class-tutor.ts';
import { eventually } from './eventually.ts';

const PROGRAM = { command: 'calc.exe', args: '' };

/** Opens a page by an action and returns its tab, as the agent reports it. */
async function openedTab(tutor: ClassTutor, url: string) {
  assert.equal((await tutor.ask('launch', { url })).ok, true);
  const { tabs } = await tutor.record('tabs', (record) => record.tabs.some((tab) => tab.url === url));
  const tab = tabs.findLast((each) => each.url === url);
  assert.ok(tab);
  return tab;
}

/** Starts a program by an action and returns its window. */
async function startedProgram(tutor: ClassTutor, { program = PROGRAM }: AgentAdapter) {
  await tutor.demand('applications');
  const before = (await tutor.record('applications')).applications.map(({ windowId }) => windowId);
  assert.equal((await tutor.ask('launch', program)).ok, true);
  const isNew = ({ windowId }: { windowId: string }) => !before.includes(windowId);
  const { applications } = await tutor.record('applications', (record) => record.applications.some(isNew));
  const started = applications.find(isNew);
  assert.ok(started);
  return started;
}

export const windowRows: readonly AgentRow[] = [
  {
    name: 'an agent opens a page and reports its tab',
    needs: ['launch', 'tabs'],
    async run(tutor, { view }, adapter) {
      await tutor.demand('tabs');
      const url = pageUrl(adapter, 'lesson.example');
      await openedTab(tutor, url);
      await eventually('the page', view.pages, (pages) => pages.includes(url));
    },
  },
  {
    name: 'an agent brings a tab to the front, also by its address',
    needs: ['focusTab', 'tabs'],
    async run(tutor, _agent, adapter) {
      await tutor.demand('tabs');
      const first = await openedTab(tutor, pageUrl(adapter, 'first.example'));
      const second = await openedTab(tutor, pageUrl(adapter, 'second.example'));
      const isActive = (id: string) =>
        tutor.record('tabs', ({ tabs }) => tabs.some(({ tabId, active }) => tabId === id && active));
      assert.equal((await tutor.ask('focusTab', { tabId: first.tabId })).ok, true);
      await isActive(first.tabId);
      assert.equal((await tutor.ask('focusTab', { tabId: 'gone', tabUrl: second.url })).ok, true);
      await isActive(second.tabId);
      const gone = await tutor.ask('focusTab', { tabId: 'gone' });
      assert.deepEqual([gone.ok, gone.code], [false, 'refused']);
    },
  },
  {
    name: 'an agent closes tabs and says which are closed',
    needs: ['closeTabs', 'tabs'],
    async run(tutor, { view }, adapter) {
      await tutor.demand('tabs');
      const url = pageUrl(adapter, 'closing.example');
      const { tabId } = await openedTab(tutor, url);
      const reply = await tutor.ask('closeTabs', { tabIds: [tabId, 'gone'] });
      assert.deepEqual([reply.ok, reply.closed], [true, [tabId]]);
      await tutor.record('tabs', ({ tabs }) => tabs.every((tab) => tab.tabId !== tabId));
      assert.ok(!(await view.pages()).includes(url));
    },
  },
  {
    name: 'an agent starts a program, brings its window to the front and closes it',
    needs: ['programs', 'applications', 'focusApp', 'closeApps'],
    async run(tutor, _agent, adapter) {
      const { windowId } = await startedProgram(tutor, adapter);
      assert.equal((await tutor.ask('focusApp', { appId: windowId })).ok, true);
      await tutor.record('applications', ({ applications }) =>
        applications.some((each) => each.windowId === windowId && each.active),
      );
      const reply = await tutor.ask('closeApps', { appIds: [windowId, 'gone'] });
      assert.deepEqual([reply.ok, reply.closed], [true, [windowId]]);
      await tutor.record('applications', ({ applications }) =>
        applications.every((each) => each.windowId !== windowId),
      );
      const gone = await tutor.ask('focusApp', { appId: windowId });
      assert.deepEqual([gone.ok, gone.code], [false, 'refused']);
    },
  },
  {
    name: 'an agent closes the programs that a policy blocks, and reports them',
    needs: ['programs', 'applications', 'BlockAppDefinition'],
    async run(tutor, _agent, adapter) {
      const { windowId, processName = '' } = await startedProgram(tutor, adapter);
      const parameters = { rules: [{ processName }], report: true };
      const id = await tutor.applyPolicy([{ definition: 'BlockAppDefinition', parameters }]);
      await tutor.record('applications', ({ applications }) =>
        applications.every((each) => each.windowId !== windowId),
      );
      await eventually(
        'the report',
        () => tutor.alerts(id),
        (alerts) => alerts.length > 0,
      );
    },
  },
];
