const EVENTS = [
  'keydown',
  'keypress',
  'keyup',
  'beforeinput',
  'pointerdown',
  'pointerup',
  'mousedown',
  'mouseup',
  'click',
  'dblclick',
  'auxclick',
  'contextmenu',
  'touchstart',
  'touchend',
  'wheel',
  'dragstart',
  'drop',
  'paste',
  'cut',
] as const;

/** Ignores the keyboard and the pointer before the page receives them. Returns the function that ends this. */
export function ignoreInputs(): () => void {
  const ignore = (event: Event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const options = { capture: true, passive: false };
  for (const name of EVENTS) window.addEventListener(name, ignore, options);
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  return () => {
    for (const name of EVENTS) window.removeEventListener(name, ignore, options);
  };
}
