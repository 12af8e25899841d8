/** Notes in a page when the inventory stands there whole: its tab is open and has rows, and no progress. Looks, and touches nothing. */
export type InventoryProbe = {
  /** Resolves to that time: epoch milliseconds. */
  whole: Promise<number>;
};

/** Runs in the page before anything else: it imports nothing. */
export function installInventoryProbe(): void {
  const everyMs = 50;
  // No function that is assigned to a name: tsx gives such a call of its own, which the page does not know.
  let resolve: ((at: number) => void) | undefined;
  const probe: InventoryProbe = { whole: new Promise((done) => (resolve = done)) };
  (globalThis as unknown as { lecternInventory: InventoryProbe }).lecternInventory = probe;
  const timer = setInterval(() => {
    // The list of devices is a tab with rows, too. The progress of a quick reading may come and go between two looks.
    const isOpen = document
      .querySelector('[role="tab"][aria-selected="true"]')
      ?.textContent?.includes('Software');
    const isReading = document.querySelector('[role="tabpanel"] progress') !== null;
    if (!isOpen || isReading || document.querySelector('[role="tabpanel"] [role="row"]') === null) return;
    resolve?.(Date.now());
    clearInterval(timer);
  }, everyMs);
}
