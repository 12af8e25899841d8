import { useEffect, useRef, useState } from 'react';
import type { IntegrationTestBody } from '#protocol/rest/integration.ts';
import type { IntegrationRest } from '#rest/integrations.ts';
import { failureText } from '#ui/failure/failure-text.ts';
import { m } from './messages.ts';

/** A longer message takes longer to read. */
const DISPLAY_MS = { short: 3_000, long: 8_000 };

/** Result of the last test. A success is shown for a few seconds, a failure until the next test. */
export type TestNotice = { isGood: boolean; text: string };

/** Tests a connection, one test at a time. */
export function useConnectionTest(send: IntegrationRest['test']) {
  const [tested, setTested] = useState<string>();
  const [isTesting, setTesting] = useState(false);
  const [notice, setNotice] = useState<TestNotice>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function succeeded(message: string | undefined): void {
    setNotice({ isGood: true, text: message === undefined ? m.connected : m.connectedWith({ message }) });
    timer.current = setTimeout(
      () => setNotice(undefined),
      message === undefined ? DISPLAY_MS.short : DISPLAY_MS.long,
    );
  }

  return {
    /** Key of the last successful test. */
    tested,
    isTesting,
    notice,
    async run(body: IntegrationTestBody, key: string): Promise<void> {
      if (isTesting) return;
      clearTimeout(timer.current);
      setNotice(undefined);
      setTesting(true);
      try {
        const { message } = await send(body);
        setTested(key);
        succeeded(message);
      } catch (error) {
        console.warn('test of a directory', error);
        setNotice({ isGood: false, text: m.connectionFailed({ message: failureText(error) }) });
      } finally {
        setTesting(false);
      }
    },
  };
}
