/** Policies: applied, reported, lifted. */
import assert from 'node:assert/strict';
import { EFFECT_NAMES, type EffectName } from '#domain/policies/effects.ts';
import { type AgentRow, pageUrl } from './agent-row.ts';
import type { ClassTutor, PolicyPart } from './class-tutor.ts';
import { eventually, isFalse, isMissing, isTrue } from './eventually.ts';

const effect = (definition: EffectName, parameters: object = {}): PolicyPart => ({
  definition,
  parameters: { ...parameters },
});

/** Resolves when the agent reports that this policy acts. */
async function activePolicy(tutor: ClassTutor, effects: readonly PolicyPart[]): Promise<string> {
  await tutor.demand('statuses');
  const id = await tutor.applyPolicy(effects);
  await tutor.record('statuses', ({ policies }) => policies?.activePolicies.includes(id) === true);
  return id;
}

const reportsOf = (tutor: ClassTutor, id: string, effectType: EffectName) =>
  eventually(
    `a report of ${effectType}`,
    () => tutor.alerts(id),
    (alerts) => alerts.some((alert) => alert.effectType === effectType),
  );

/** An effect as the editor of policies makes it. */
const EXAMPLES: Partial<Record<EffectName, object>> = {
  PowerActionsDefinition: { action: 'sleep', countdown: 3_600 },
  LaunchActionDefinition: { command: 'calc.exe', selectedLaunch: 'command', repeatIn: 3_600 },
  BlockAppDefinition: { rules: ['no-such-program.exe'] },
  BlockWebsitesDefinition: { urls: ['no-such-page.example'] },
  BlockAllWebsitesDefinition: { urls: ['*'] },
  LockScreenDefinition: { content: '<p>Exam</p>' },
  KeywordMonitoringDefinition: { keywords: ['no such word'] },
};

export const policyRows: readonly AgentRow[] = [
  {
    name: 'an agent is silent while a policy wants it',
    needs: ['MuteDefinition'],
    async run(tutor, { view }) {
      await activePolicy(tutor, [effect('MuteDefinition')]);
      await eventually('the sound is off', view.isMuted, isTrue);
      await tutor.endPolicies();
      await eventually('the sound is on', view.isMuted, isFalse);
    },
  },
  {
    name: 'an agent is locked while a policy wants it, and no unlock of a tutor ends that',
    needs: ['LockScreenDefinition'],
    async run(tutor, { view }) {
      await activePolicy(tutor, [effect('LockScreenDefinition', { content: '<p>Exam</p>' })]);
      await eventually('the lock', view.lock, (lock) => lock !== undefined);
      await tutor.ask('unlock');
      assert.deepEqual(await view.lock(), { text: 'Exam' });
      await tutor.endPolicies();
      await eventually('the unlocked screen', view.lock, isMissing);
    },
  },
  {
    name: 'an agent is private while a policy wants it',
    needs: ['EnablePrivacyDefinition'],
    async run(tutor) {
      await activePolicy(tutor, [effect('EnablePrivacyDefinition')]);
      await tutor.record('statuses', ({ privacy, privacyByPolicy }) => privacy && privacyByPolicy === true);
      await tutor.endPolicies();
      await tutor.record('statuses', ({ privacy }) => !privacy);
    },
  },
  {
    name: 'an agent lets no page stay open that a policy blocks, and reports it',
    needs: ['BlockWebsitesDefinition', 'pages'],
    async run(tutor, { view, student }, adapter) {
      const parameters = { urls: ['games.example'], report: true };
      const id = await activePolicy(tutor, [effect('BlockWebsitesDefinition', parameters)]);
      const [blocked, open] = ['games.example', 'allowed.example'].map((host) => pageUrl(adapter, host));
      assert.ok(blocked && open);
      await student.openPage(open);
      await student.openPage(blocked);
      await reportsOf(tutor, id, 'BlockWebsitesDefinition');
      const pages = await eventually('the pages', view.pages, (urls) => !urls.includes(blocked));
      assert.ok(pages.includes(open), JSON.stringify(pages));
    },
  },
  {
    name: 'an agent lets only those pages stay open that a policy allows',
    needs: ['BlockAllWebsitesDefinition', 'pages'],
    async run(tutor, { view, student }, adapter) {
      const parameters = { urls: ['exam.example'], report: true };
      const id = await activePolicy(tutor, [effect('BlockAllWebsitesDefinition', parameters)]);
      const [blocked, open] = ['else.example', 'exam.example'].map((host) => pageUrl(adapter, host));
      assert.ok(blocked && open);
      await student.openPage(open);
      await student.openPage(blocked);
      await reportsOf(tutor, id, 'BlockWebsitesDefinition');
      const pages = await eventually('the pages', view.pages, (urls) => !urls.includes(blocked));
      assert.ok(pages.includes(open), JSON.stringify(pages));
    },
  },
  {
    name: 'an agent blocks a page before its server receives a request',
    needs: ['BlockWebsitesDefinition', 'blocks-before'],
    async run(tutor, { view, student }, adapter) {
      const parameters = { urls: ['early.example'], report: true };
      const id = await activePolicy(tutor, [effect('BlockWebsitesDefinition', parameters)]);
      await student.openPage(pageUrl(adapter, 'early.example'));
      await reportsOf(tutor, id, 'BlockWebsitesDefinition');
      assert.equal(await view.requestsTo('early.example'), 0);
      await tutor.endPolicies();
      await tutor.record('statuses', ({ policies }) => policies?.activePolicies.length === 0);
      await student.openPage(pageUrl(adapter, 'early.example'));
      await eventually(
        'the page',
        () => view.requestsTo('early.example'),
        (count) => count > 0,
      );
    },
  },
  {
    name: 'an agent reports a word in the title of a page',
    needs: ['KeywordMonitoringDefinition', 'pages'],
    async run(tutor, { student }, adapter) {
      const parameters = { keywords: ['homework'], report: true };
      const id = await activePolicy(tutor, [effect('KeywordMonitoringDefinition', parameters)]);
      await student.openPage(pageUrl(adapter, 'homework.example'));
      const [alert] = await reportsOf(tutor, id, 'KeywordMonitoringDefinition');
      assert.equal(alert?.context?.word, 'homework');
    },
  },
  {
    name: 'an agent sends a picture of its screen for a policy',
    needs: ['ScreenCaptureDefinition', 'pictures'],
    async run(tutor) {
      const id = await activePolicy(tutor, [effect('ScreenCaptureDefinition')]);
      // It waits for ten seconds where another report had a picture just before.
      const hasPicture = (alerts: readonly { mediaImages: readonly string[] }[]) =>
        alerts.some(({ mediaImages }) => mediaImages.length === 1);
      await eventually('the picture', () => tutor.alerts(id), hasPicture, 20_000);
    },
  },
  {
    name: 'an agent reports a word while it is typed',
    needs: ['KeywordMonitoringDefinition', 'typed-words'],
    async run(tutor, { student }, adapter) {
      const parameters = { keywords: ['hopeless'], report: true };
      const id = await activePolicy(tutor, [effect('KeywordMonitoringDefinition', parameters)]);
      await student.openPage(pageUrl(adapter, 'blog.example'));
      await student.type('It is hopeless today');
      const [alert] = await reportsOf(tutor, id, 'KeywordMonitoringDefinition');
      assert.equal(alert?.context?.word, 'hopeless');
    },
  },
  {
    name: 'an agent opens the page of a policy',
    needs: ['LaunchActionDefinition', 'tabs'],
    async run(tutor, { view }, adapter) {
      const url = pageUrl(adapter, 'policy.example');
      await activePolicy(tutor, [
        effect('LaunchActionDefinition', { url, selectedLaunch: 'url', repeatIn: 3_600 }),
      ]);
      await eventually('the page', view.pages, (pages) => pages.includes(url));
    },
  },
  {
    name: 'an agent names the effects that it does not support',
    needs: [],
    async run(tutor, _agent, { cannot }) {
      // Privacy would hide the rest.
      const named = EFFECT_NAMES.filter((name) => name !== 'EnablePrivacyDefinition');
      await tutor.demand('statuses');
      const id = await tutor.applyPolicy(named.map((name) => effect(name, EXAMPLES[name])));
      const { policies } = await tutor.record(
        'statuses',
        (statuses) => statuses.policies?.activePolicies.includes(id) === true,
      );
      const expected = named.filter((name) => cannot.includes(name)).toSorted();
      assert.deepEqual(policies?.notPossible.toSorted(), expected);
    },
  },
];
