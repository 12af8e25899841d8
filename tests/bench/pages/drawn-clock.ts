/** A screen to share: a page of text with the clock above it, drawn anew for every frame. */
import { drawClock } from './clock-code.ts';

const SIZE = { width: 1_280, height: 720 };
const FPS = 30;

export function captureDrawnClock(): MediaStream {
  const canvas = Object.assign(document.createElement('canvas'), SIZE);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('nothing can be drawn');
  context.fillStyle = '#eee';
  context.fillRect(0, 0, SIZE.width, SIZE.height);
  context.fillStyle = '#222';
  context.font = '20px sans-serif';
  for (let line = 0; line < 12; line += 1) {
    context.fillText(`${line + 1}. What one sees on a screen hardly ever moves.`, 40, 360 + line * 28);
  }
  const draw = () => {
    drawClock(context, SIZE.width, Date.now());
    requestAnimationFrame(draw);
  };
  draw();
  return canvas.captureStream(FPS);
}
