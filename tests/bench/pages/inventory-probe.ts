/** Notes in a page when the inventory stands there whole: its progress was to be seen, and is gone. Looks, and touches nothing. */
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
  let wasReading = false;
  const timer = setInterval(() => {
    const isReading = document.querySelector('[role="tabpanel"] progress') !== null;
    wasReading ||= isReading;
    if (!wasReading || isReading || document.querySelector('[role="tabpanel"] [role="row"]') === null) return;
    resolve?.(Date.now());
    clearInterval(timer);
  }, everyMs);
}
