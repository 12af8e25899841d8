/** Announces shutdown, restart, sleep and log-out to the student, who may call some of them off. */
import type { PowerAction } from '#domain/devices/power-actions.ts';
import type { EpochMs } from '#protocol/clock.ts';
import type { DeviceState, PowerPlan } from '../core/device-state.ts';
import type { Offer, Platform } from './platform/platform.ts';

const SENTENCES: Readonly<Record<PowerAction, (time: string) => string>> = {
  shutdown: (time) => `This computer shuts down at ${time}`,
  reboot: (time) => `This computer restarts at ${time}`,
  sleep: (time) => `This computer goes to sleep at ${time}`,
  logout: (time) => `You are signed out at ${time}`,
};
const BUTTON = 'Not now';

export function createPowerNotice(deps: {
  platform: Pick<Platform, 'notify' | 'offer'>;
  /** Calls the countdown off. */
  abort: () => void;
  now: () => EpochMs;
}) {
  const { platform, abort, now } = deps;
  let shown: PowerPlan | undefined;
  let offer: Offer | undefined;

  return {
    show({ power }: Readonly<DeviceState>): void {
      if (power === shown) return;
      offer?.withdraw();
      offer = undefined;
      shown = power;
      // One that is carried out at once is seen by itself.
      if (power === undefined || power.endsAt <= now()) return;
      const title = SENTENCES[power.action](timeOf(power.endsAt));
      const { message } = power;
      if (!power.allowToAbort) return void platform.notify({ title, message });
      offer = platform.offer({ title, message, button: BUTTON });
      void offer.chosen.then((isChosen) => {
        if (isChosen && shown === power) abort();
      });
    },
  };
}

const timeOf = (at: EpochMs) =>
  new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
