import { describe, expect, it } from 'vitest';
import { createFakeClock } from '#protocol/fakes/fake-clock.ts';
import { createDesktop } from './desktop/desktop.ts';
import { createLayerCache } from './desktop/layer-cache.ts';
import { recordPictures } from './recorded-pictures.ts';

function create() {
  const clock = createFakeClock({ startMs: 1_700_000_000_000 });
  const drawn: string[] = [];
  const sent: string[] = [];
  const desktop = createDesktop({
    seed: 'a',
    look: 'windows',
    userName: 'Maya',
    privacy: false,
    clock,
    displays: [
      { id: 'd1', primary: true, width: 1920, height: 1080 },
      { id: 'd2', primary: false, width: 1280, height: 1024 },
    ],
    layers: createLayerCache({ maxBytes: 50_000_000 }),
    onDrawn: ({ displayId }) => drawn.push(displayId),
  });
  const screen = recordPictures(desktop, ({ displayId }) => sent.push(displayId));
  const draw = async (displayId = 'd1', quality = 30) => {
    await clock.advance(1_000);
    const picture = await screen.draw({ displayId, width: 320, height: 180, quality });
    return Buffer.from(picture?.bytes ?? []).toString('base64');
  };
  return { screen, draw, drawn, sent };
}

describe('recorded pictures', () => {
  it('are drawn four times and then sent in turn', async () => {
    const { draw, drawn, sent } = create();
    const first = [await draw(), await draw(), await draw(), await draw()];
    expect(new Set(first).size).toBe(4);
    const next = [];
    for (let i = 0; i < 8; i++) next.push(await draw());
    expect(next).toEqual([...first, ...first]);
    expect([drawn.length, sent.length]).toEqual([4, 8]);
  });

  it('are those of the asked display and quality', async () => {
    const { draw, drawn } = create();
    for (let i = 0; i < 5; i++) await draw('d1', 30);
    for (let i = 0; i < 5; i++) await draw('d2', 30);
    for (let i = 0; i < 5; i++) await draw('d1', 60);
    expect(drawn).toHaveLength(12);
  });

  it('are never sent for a picture by itself', async () => {
    const { screen, draw, drawn, sent } = create();
    for (let i = 0; i < 4; i++) await draw();
    const request = { displayId: 'd1', width: 320, height: 180, quality: 30, single: true };
    const single = await screen.draw(request);
    expect(single?.bytes.byteLength).toBeGreaterThan(1_000);
    expect([drawn.length, sent.length]).toEqual([4, 0]);
  });
});
