/** Paints signs of the tutors' effects over the picture: badges, pills, frames, the countdown. */
import type { PowerAction } from '#domain/devices/power-actions.ts';
import type { PowerPlan } from '../../core/device-state.ts';
import type { Pen } from '../../node/paint/pen/pen.ts';
import type { Rect } from '../../node/paint/pen/pen-shapes.ts';

const BADGE = 46;

/** Paints round badges from the right edge. `y` is their centre. */
export function paintBadges(pen: Pen, desk: Rect, y: number, badges: readonly BadgeKind[]): void {
  for (const [i, kind] of badges.entries()) {
    const x = desk.w - 66 - i * 108;
    pen.disc(x, y, BADGE + 5, '#ffffff');
    pen.disc(x, y, BADGE, BADGE_COLORS[kind]);
    badgePainters[kind](pen, x, y);
  }
}

export type BadgeKind = 'muted' | 'inputs' | 'remote' | 'sharing' | 'awake' | 'keys' | 'captured';
const BADGE_COLORS: Record<BadgeKind, string> = {
  muted: '#e03131',
  inputs: '#1f2a44',
  remote: '#6d3fd1',
  sharing: '#0f8a5f',
  awake: '#e8590c',
  keys: '#495057',
  captured: '#c2255c',
};
const badgePainters: Record<BadgeKind, (pen: Pen, x: number, y: number) => void> = {
  muted(pen, x, y) {
    pen.shape(
      [-26, -9, -14, -9, 2, -24, 2, 24, -14, 9, -26, 9].map((n, i) => n + (i % 2 ? y : x)),
      '#ffffff',
    );
    cross(pen, x + 20, y, 10);
  },
  inputs(pen, x, y) {
    pen.box(x - 16, y - 25, 32, 50, '#ffffff', 16);
    pen.box(x - 2, y - 19, 4, 14, BADGE_COLORS.inputs, 2);
    pen.stroke([x - 29, y + 27, x + 29, y - 27], '#ff6b6b', 8);
  },
  remote(pen, x, y) {
    pen.box(x - 29, y - 24, 58, 38, '#ffffff', 5);
    pen.box(x - 12, y + 18, 24, 6, '#ffffff', 2);
    pen.shape(
      [-6, -18, -6, 8, 1, 2, 6, 11, 11, 8, 6, 0, 14, -2].map((n, i) => n + (i % 2 ? y : x)),
      BADGE_COLORS.remote,
    );
  },
  sharing(pen, x, y) {
    pen.box(x - 29, y - 22, 58, 40, '#ffffff', 5);
    pen.shape(
      [0, -14, 13, 0, 5, 0, 5, 12, -5, 12, -5, 0, -13, 0].map((n, i) => n + (i % 2 ? y : x)),
      BADGE_COLORS.sharing,
    );
  },
  /** A sun, because the machine stays awake. */
  awake(pen, x, y) {
    pen.disc(x, y, 14, '#ffffff');
    for (let i = 0; i < 8; i++) {
      const [dx, dy] = [Math.cos((i * Math.PI) / 4), Math.sin((i * Math.PI) / 4)];
      pen.stroke([x + dx * 20, y + dy * 20, x + dx * 30, y + dy * 30], '#ffffff', 6);
    }
  },
  /** A crossed-out keyboard. */
  keys(pen, x, y) {
    pen.box(x - 30, y - 19, 60, 38, '#ffffff', 6);
    for (const row of [-11, 0])
      for (const column of [-22, -11, 0, 11, 22])
        pen.box(x + column - 4, y + row - 3, 8, 7, BADGE_COLORS.keys, 1);
    pen.box(x - 14, y + 9, 28, 6, BADGE_COLORS.keys, 1);
    pen.stroke([x - 29, y + 27, x + 29, y - 27], '#ff6b6b', 8);
  },
  /** A camera. */
  captured(pen, x, y) {
    pen.box(x - 12, y - 24, 24, 12, '#ffffff', 4);
    pen.box(x - 30, y - 17, 60, 40, '#ffffff', 7);
    pen.disc(x, y + 3, 13, BADGE_COLORS.captured);
    pen.disc(x, y + 3, 6, '#ffffff');
  },
};

function cross(pen: Pen, x: number, y: number, size: number): void {
  pen.stroke([x - size, y - size, x + size, y + size], '#ffffff', 7);
  pen.stroke([x - size, y + size, x + size, y - size], '#ffffff', 7);
}

/** Paints a coloured edge with a label, for a locked page, a shared full screen or remote control. */
export function paintFrame(
  pen: Pen,
  desk: Rect,
  sign: { words: string; color: string; ink: string; y: number },
): void {
  const { words, color, ink, y } = sign;
  pen.frame({ x: 7, y: 7, w: desk.w - 14, h: desk.h - 14 }, color, { width: 14 });
  paintPill(pen, desk.w / 2, y, words, color, ink);
}

export function paintPill(pen: Pen, cx: number, y: number, words: string, color: string, ink: string): void {
  const style = { size: 38, weight: 600, color: ink, align: 'center' } as const;
  const w = pen.width(words, style) + 72;
  pen.box(cx - w / 2, y, w, 66, color, 33);
  pen.text(words, cx, y + 46, style);
}

const DOING: Record<PowerAction, string> = {
  shutdown: 'Shutting down',
  reboot: 'Restarting',
  sleep: 'Going to sleep',
  logout: 'Signing out',
};

/** Paints the countdown across the top. Returns its height. */
export function paintCountdown(pen: Pen, desk: Rect, plan: PowerPlan, now: number): number {
  const { action, endsAt, message, allowToAbort } = plan;
  const seconds = Math.max(0, Math.ceil((endsAt - now) / 1_000));
  const left = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  const h = message === '' ? 104 : 156;
  pen.box(0, 0, desk.w, h, '#b42318');
  pen.ring(58, 52, 26, '#ffffff', 7, 0.99);
  pen.stroke([58, 38, 58, 53, 68, 59], '#ffffff', 6);
  pen.text(`${DOING[action]} in ${left}`, 108, 70, { size: 52, weight: 700, color: '#ffffff' });
  if (allowToAbort) {
    pen.box(desk.w - 250, 18, 226, 68, '#ffffff', 12);
    pen.text('Not now', desk.w - 137, 66, { size: 42, weight: 600, color: '#b42318', align: 'center' });
  }
  if (message !== '')
    pen.text(message.replaceAll('\n', ' '), 32, 130, { size: 38, color: '#ffe3e0', within: desk.w - 64 });
  return h;
}

/** Paints the account that a tutor signed in, above the shelf. `at` is the lower left corner. */
export function paintSignedIn(
  pen: Pen,
  at: { x: number; y: number },
  { username, domain }: { username: string; domain?: string | undefined },
): void {
  const words = domain === undefined || domain === '' ? username : `${domain}\\${username}`;
  const style = { size: 36, weight: 600, color: '#ffffff', within: 460 } as const;
  const w = Math.min(460, pen.width(words, style)) + 104;
  pen.box(at.x, at.y - 68, w, 68, 'rgba(20,32,66,.92)', 14);
  pen.disc(at.x + 38, at.y - 44, 12, '#9fc1ff');
  const body = [18, -10, 24, -26, 52, -26, 58, -10].map((n, i) => n + (i % 2 ? at.y : at.x));
  pen.shape(body, '#9fc1ff');
  pen.text(words, at.x + 76, at.y - 21, style);
}
