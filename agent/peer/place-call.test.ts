import { describe, expect, it } from 'vitest';
import { HANG_UP } from '#protocol/peer/peer-payload.ts';
import { createPeerFixture, TUTOR } from './fakes/fake-calls.ts';
import { type CallPlan, placeCall } from './place-call.ts';
import { WEBRTC_ENDED } from './simple-peer.ts';

const PLAN: CallPlan = { peerId: TUTOR, reference: 'r1', purpose: 'files' };

function setUp() {
  const fixture = createPeerFixture();
  const { client, clock } = fixture;
  const place = () =>
    placeCall(
      {
        client,
        clock,
        newId: () => `c${fixture.peers.length}`,
        iceServers: async () => [],
        newPeer: fixture.newPeer,
      },
      PLAN,
    );
  return { ...fixture, place };
}

describe('a call that the tutor hangs up on', () => {
  it.each(['offered', 'answered'] as const)('ends at once while it is only %s', async (phase) => {
    const { clock, listeners, peer, place, signal } = setUp();
    const call = place();
    await clock.advance(0);
    if (phase === 'answered') await signal({ type: 'answer', sdp: 'v=0' });
    await signal({ type: HANG_UP });
    expect(await call.ended).toBe('unreachable');
    expect([call.isUnwanted(), peer().destroyed, listeners(), clock.pending()]).toEqual([true, true, 0, 0]);
  });

  it('is another than the one that stands', async () => {
    const { open, peer, place, signal } = setUp();
    const call = place();
    await open();
    await signal({ type: HANG_UP }, {}, 'another');
    await signal({ type: HANG_UP }, { peerId: 'other' });
    expect([call.hasPeer(), call.isUnwanted(), peer().destroyed]).toEqual([true, false, false]);
  });

  it('has ended as one that is left where it was open on this side already', async () => {
    const { open, place, signal } = setUp();
    const call = place();
    await open();
    await signal({ type: HANG_UP });
    expect([await call.ended, call.isUnwanted()]).toEqual(['left', true]);
  });
});

it('a call that nobody takes is not one that is unwanted', async () => {
  const { clock, gone, place } = setUp();
  const call = place();
  await clock.advance(0);
  await gone();
  expect([await call.ended, call.isUnwanted()]).toEqual(['unreachable', false]);
});

it('a call whose library ends under it has broken, also before it is open: it is worth another one', async () => {
  const { clock, peer, place } = setUp();
  const call = place();
  await clock.advance(0);
  peer().emit('error', Object.assign(new Error('gone'), { code: WEBRTC_ENDED }));
  peer().emit('close');
  expect(await call.ended).toBe('broken');
});
