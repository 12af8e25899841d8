/** The distances of the popover from the window's edges and from its button, in px. */
const EDGE_PX = 8;
const GAP_PX = 4;

export type WindowSize = { width: number; height: number };
type Box = { left: number; top: number; bottom: number };

/** The position of a popover, in px of the window. It scrolls if `maxHeight` is less than its height. */
export type Placement = { left: number; maxHeight: number } & ({ top: number } | { bottom: number });

/**
 * Below the button, or above if there is more room, inside of the window and never over the button. Above,
 * the lower edge is fixed, so that growth does not move the content under the pointer.
 */
export function placementBeside(button: Box, own: WindowSize, page: WindowSize): Placement {
  const left = Math.max(EDGE_PX, Math.min(button.left, page.width - own.width - EDGE_PX));
  const roomBelow = page.height - button.bottom - GAP_PX - EDGE_PX;
  const roomAbove = button.top - GAP_PX - EDGE_PX;
  if (own.height <= roomBelow || roomBelow >= roomAbove)
    return { left, maxHeight: Math.max(0, roomBelow), top: button.bottom + GAP_PX };
  return { left, maxHeight: roomAbove, bottom: page.height - button.top + GAP_PX };
}

/** The reference of a popover: a button, or the point of a press. */
export type Anchor = { getBoundingClientRect(): Box };

/** Keeps a popover beside its button while its content or the window changes. Returns the stop function. */
export function keepBeside(popover: HTMLElement, button: Anchor): () => void {
  const limitOfOwn = Number.parseFloat(getComputedStyle(popover).maxHeight);
  const place = () => {
    popover.style.maxHeight = '';
    const { width, height } = popover.getBoundingClientRect();
    const page = { width: innerWidth, height: innerHeight };
    const placement = placementBeside(button.getBoundingClientRect(), { width, height }, page);
    const limit = Number.isFinite(limitOfOwn)
      ? Math.min(limitOfOwn, placement.maxHeight)
      : placement.maxHeight;
    popover.style.left = `${placement.left}px`;
    popover.style.top = 'top' in placement ? `${placement.top}px` : 'auto';
    popover.style.bottom = 'bottom' in placement ? `${placement.bottom}px` : 'auto';
    popover.style.maxHeight = `${limit}px`;
  };
  place();
  const grown = new ResizeObserver(place);
  for (const child of popover.children) grown.observe(child);
  const added = new MutationObserver(() => {
    for (const child of popover.children) grown.observe(child);
    place();
  });
  added.observe(popover, { childList: true, subtree: true });
  addEventListener('resize', place);
  return () => {
    grown.disconnect();
    added.disconnect();
    removeEventListener('resize', place);
  };
}
