/** Puts a popover below its button, else above it; on the side with room, inside the window. */
export function placeBeside(popover: HTMLElement, button: HTMLElement): void {
  const at = button.getBoundingClientRect();
  const own = popover.getBoundingClientRect();
  const below = at.bottom + 4;
  popover.style.left = `${Math.max(8, Math.min(at.left, innerWidth - own.width - 8))}px`;
  popover.style.top = `${below + own.height < innerHeight ? below : Math.max(8, at.top - own.height - 4)}px`;
}
