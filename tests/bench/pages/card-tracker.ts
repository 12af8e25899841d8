/** Which cards of the group screen are in view, by the page itself and not by what the product believes. */
export type CardTracker = {
  /** How long the card had been out of view at that time (epoch ms): 0 while it is in view, infinite before. */
  outOfViewMs(clientId: string, at: number): number;
  /** Seconds that cards were in view, all of them together, and how often one came into view. */
  inView(): { seconds: number; entrances: number };
  stop(): void;
};

const CARDS = 'ul[aria-label="Devices"] > li:not([data-absent])';

/**
 * `clientOf`: by hostname, which every card shows that is in view or near it. A card keeps its element, and one that is
 * far away may not have been written yet: whose it is, is read when it matters.
 */
export function trackCards(clientOf: Readonly<Record<string, string>>): CardTracker {
  const cards = new Map<Element, { since: number | undefined; until: number }>();
  const elements = new Map<string, Element>();
  const unnamed = new Set<Element>();
  let finishedMs = 0;
  let entrances = 0;

  // A single pixel in view counts as seen.
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting, time } of entries) {
      const card = cards.get(target) ?? { since: undefined, until: Number.NEGATIVE_INFINITY };
      cards.set(target, card);
      if (isIntersecting && card.since === undefined) {
        card.since = time;
        entrances += 1;
      } else if (!isIntersecting && card.since !== undefined) {
        finishedMs += time - card.since;
        card.since = undefined;
        card.until = time;
      }
    }
  });
  for (const element of document.querySelectorAll(CARDS)) {
    unnamed.add(element);
    observer.observe(element);
  }

  function elementOf(clientId: string): Element | undefined {
    if (elements.has(clientId)) return elements.get(clientId);
    for (const element of unnamed) {
      const id = textsOf(element)
        .map((text) => clientOf[text])
        .find((known) => known !== undefined);
      if (id === undefined) continue;
      elements.set(id, element);
      unnamed.delete(element);
    }
    return elements.get(clientId);
  }

  return {
    outOfViewMs(clientId, at) {
      const element = elementOf(clientId);
      const card = element && cards.get(element);
      if (!card) return Number.POSITIVE_INFINITY;
      return card.since === undefined ? at - performance.timeOrigin - card.until : 0;
    },
    inView() {
      const now = performance.now();
      const open = [...cards.values()].flatMap(({ since }) => (since === undefined ? [] : [now - since]));
      return { seconds: open.reduce((sum, ms) => sum + ms, finishedMs) / 1_000, entrances };
    },
    stop: () => observer.disconnect(),
  };
}

function textsOf(element: Element): string[] {
  const texts: string[] = [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) texts.push(walker.currentNode.nodeValue ?? '');
  return texts;
}
