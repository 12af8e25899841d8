/** The student's panel of the extension: its state as the worker publishes it, and the calls of its student. */
import type { StudentState } from '../../../agent/student-ui/student-state.ts';
import type { ExtensionBrowser } from './extension-browser.ts';

export type StudentPanel = {
  state(): Promise<StudentState>;
  /** Rejects if the device does not offer this now. */
  call(name: string, ...args: unknown[]): Promise<void>;
};

type Answer = { id: number; type: 'answer' | 'failure'; value?: unknown; message?: string };
type Change = { type: 'state' | 'change'; fields: object; removed?: string[] };
type Published = Change | Answer;
type PanelPort = {
  postMessage(message: object): void;
  onMessage: { addListener(listener: (message: Published) => void): void };
};
declare global {
  interface Window {
    panel: { state: Record<string, unknown>; port: PanelPort; answers: Answer[] };
  }
}

/** Opens a page of the extension that follows the same port as the panel. */
export async function openPanel({ context, extensionId }: ExtensionBrowser): Promise<StudentPanel> {
  const page = await context.newPage();
  await page.goto(`chrome-extension://${extensionId}/pages/options/options.html`);
  await page.evaluate(() => {
    const { runtime } = chrome as unknown as { runtime: { connect(about: { name: string }): PanelPort } };
    const port = runtime.connect({ name: 'panel' });
    window.panel = { state: {}, port, answers: [] };
    port.onMessage.addListener((message) => {
      if (!('fields' in message)) {
        window.panel.answers.push(message);
        return;
      }
      Object.assign(window.panel.state, message.fields);
      for (const name of message.removed ?? []) delete window.panel.state[name];
    });
  });
  let lastId = 0;
  return {
    state: async () => (await page.evaluate(() => window.panel.state)) as StudentState,
    async call(name, ...args) {
      lastId += 1;
      await page.evaluate((call) => window.panel.port.postMessage(call), {
        type: 'call',
        id: lastId,
        name,
        args,
      });
      const found = await page.waitForFunction(
        (id) => window.panel.answers.find((each) => each.id === id),
        lastId,
      );
      const answer = await found.jsonValue();
      if (answer?.type !== 'answer' || answer.value === false) throw new Error(`${name}: ${answer?.message}`);
    },
  };
}
