/** Renders the PNG icons of the manifest from the two SVG files: `npx tsx scripts/make-icons.ts`. */
import { readFile, writeFile } from 'node:fs/promises';
import { createCanvas, loadImage } from '@napi-rs/canvas';

const publicFolder = new URL('../public/', import.meta.url);

const renderings = [
  { from: 'favicon.svg', to: 'icons/icon-192.png', sizePx: 192 },
  { from: 'favicon.svg', to: 'icons/icon-512.png', sizePx: 512 },
  { from: 'icons/maskable.svg', to: 'icons/maskable-512.png', sizePx: 512 },
];

for (const { from, to, sizePx } of renderings) {
  const image = await loadImage(await readFile(new URL(from, publicFolder)));
  const canvas = createCanvas(sizePx, sizePx);
  canvas.getContext('2d').drawImage(image, 0, 0, sizePx, sizePx);
  await writeFile(new URL(to, publicFolder), canvas.toBuffer('image/png'));
  console.log(`public/${to}`);
}
