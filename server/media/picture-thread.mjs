// Decodes and re-encodes one picture, in a worker thread because scaling blocks for half a second. Plain
// JavaScript, because a worker thread of Node 20 does not strip types.
import { parentPort, workerData } from 'node:worker_threads';
import { createCanvas, Image } from '@napi-rs/canvas';

async function decoded(bytes) {
  const image = new Image();
  image.src = bytes;
  await image.decode();
  return image;
}

function encoded(image, { type, keptSide, quality }) {
  // The orientation in the file may have swapped the sides.
  const scale = Math.min(1, keptSide / Math.max(image.width, image.height));
  const side = (pixels) => Math.max(1, Math.round(pixels * scale));
  const canvas = createCanvas(side(image.width), side(image.height));
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toBuffer(type, quality);
}

const { bytes, ...wanted } = workerData;
const image = await decoded(Buffer.from(bytes)).catch(() => undefined);
parentPort.postMessage(image && encoded(image, wanted));
