import { useEffect } from 'react';
import { lazyPart } from '#shell/lazy/lazy-part.tsx';
import { useObservable } from '#ui/use-observable.ts';
import { fileExchangePanel } from './file-exchange-state.ts';

const FileExchangePanel = lazyPart(
  async () => (await import('./file-exchange-panel.tsx')).FileExchangePanel,
  { isAtFoot: true, onClose: () => fileExchangePanel.change({ isOpen: false }) },
);

/** The first screen has been rendered by then. */
const DELAY_MS = 2_000;

/** Offers to resume transfers that a closed tab left unfinished. */
async function lookForUnfinished(): Promise<void> {
  const { keptCollects } = await import('#peer/files/live-kept-collects.ts');
  const isOpen = () => fileExchangePanel.get().isOpen;
  if (!isOpen() && (await keptCollects.hasOrphans()) && !isOpen()) {
    fileExchangePanel.change({ isOpen: true, isCollapsed: false, tab: 'collect' });
  }
}

/** Renders the panel once the tutor opens it or an unfinished transfer is found. */
export function FileExchange() {
  const { isOpen } = useObservable(fileExchangePanel);
  useEffect(() => {
    const timer = setTimeout(() => {
      lookForUnfinished().catch((error: unknown) => console.warn('unfinished collects', error));
    }, DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return isOpen ? <FileExchangePanel /> : null;
}
