/** Times one press of a button in the console, by the page's own events: the click, and the words that confirm it. */
export type ActionTimes = {
  /** Epoch ms of the click, as the browser took it in. */
  clickedAt: number;
  /** Epoch ms when the activity area first had a row of it. */
  answeredAt: number;
  /** Epoch ms when the activity area first said that everybody has confirmed it. */
  confirmedAt: number;
};

const STRIP = 'section[aria-label="Activity"]';

/** The next click on a button of this name, and what becomes of it. */
export function timeAction(button: string): Promise<ActionTimes> {
  const before = newestRow();
  return new Promise((resolve) => {
    let clickedAt: number | undefined;
    let answeredAt: number | undefined;
    const onClick = (event: MouseEvent) => {
      const target = event.target instanceof Element ? event.target.closest('button') : null;
      if (target?.textContent?.trim() !== button) return;
      clickedAt = performance.timeOrigin + event.timeStamp;
      removeEventListener('click', onClick, true);
    };
    addEventListener('click', onClick, true);
    const observer = new MutationObserver(() => {
      const row = newestRow();
      // Every action has a row of its own.
      if (clickedAt === undefined || !row || row === before) return;
      const now = performance.timeOrigin + performance.now();
      answeredAt ??= now;
      if (row.dataset.tone !== 'success') return;
      observer.disconnect();
      resolve({ clickedAt, answeredAt, confirmedAt: now });
    });
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['data-tone'] });
  });
}

const newestRow = () => document.querySelector<HTMLElement>(`${STRIP} li`);
