/** Colours of a chip whose background a person has chosen. Its text must be readable on any of them. */

export type ChipColours = { ground: string; ink: '#000000' | '#ffffff' };

/** Accepts `#rgb` and `#rrggbb`. Undefined otherwise, because only a colour may reach a style. */
export function chipColours(colour: string): ChipColours | undefined {
  const digits = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(colour.trim())?.[1];
  if (digits === undefined) return undefined;
  const full = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits;
  return { ground: `#${full.toLowerCase()}`, ink: luminance(full) > EVEN_LUMINANCE ? '#000000' : '#ffffff' };
}

/**
 * At this luminance black and white have the same contrast, 4.58 (WCAG 2.2, contrast ratio). On any other
 * colour one of them has more.
 */
const EVEN_LUMINANCE = Math.sqrt(1.05 * 0.05) - 0.05;

/** WCAG 2.2, relative luminance of `rrggbb`: 0 … 1. */
function luminance(digits: string): number {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
