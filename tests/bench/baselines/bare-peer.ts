/** Describes a bare connection to the page at its other end; all candidates travel in the description. */
export type BarePeer = {
  offer(): Promise<string>;
  answer(offer: string): Promise<string>;
};

/** `begin`: a new connection with what it carries. */
export function createBarePeer(begin: () => RTCPeerConnection): BarePeer {
  return {
    async offer() {
      const peer = begin();
      return described(peer, await peer.createOffer());
    },
    async answer(offer) {
      const peer = begin();
      await peer.setRemoteDescription({ type: 'offer', sdp: offer });
      return described(peer, await peer.createAnswer());
    },
  };
}

async function described(peer: RTCPeerConnection, description: RTCSessionDescriptionInit): Promise<string> {
  const gathered = new Promise<void>((resolve) => {
    peer.addEventListener('icecandidate', ({ candidate }) => {
      if (candidate === null) resolve();
    });
  });
  await peer.setLocalDescription(description);
  await gathered;
  return peer.localDescription?.sdp ?? '';
}
