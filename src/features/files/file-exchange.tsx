import { useEffect } from 'react';
import { lazyPart } from '../../shell/lazy/lazy-part.tsx';
import { useObservable } from '../../ui/use-observable.ts';
import { fileExchangePanel } from './file-exchange-state.ts';

const FileExchangePanel = lazyPart(
  async () => (await import('./file-exchange-panel.tsx')).FileExchangePanel,
  { isAtFoot: true, onClose: () => fileExchangePanel.change({ isOpen: false }) },
);

/** By then the first screen is drawn. */
const LOOK_AFTER_MS = 2_000;

/** What a tab that is gone has not finished is offered for resumption. */
async function lookForUnfinished(): Promise<void> {
  const { keptCollects } = await import('../../peer/files/live-kept-collects.ts');
  const isOpen = () => fileExchangePanel.get().isOpen;
  if (!isOpen() && (await keptCollects.hasOrphans()) && !isOpen()) {
    fileExchangePanel.change({ isOpen: true, isCollapsed: false, tab: 'collect' });
  }
}

/** The panel, once the tutor opens it or an unfinished transfer is found. */
export function FileExchange() {
  const { isOpen } = useObservable(fileExchangePanel);
  useEffect(() => {
    const timer = setTimeout(() => {
      lookForUnfinished().catch((error: unknown) => console.warn('unfinished collects', error));
    }, LOOK_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isOpen ? <FileExchangePanel /> : null;
}
