/**
 * What one writes first: mqtt.js in the page, and every picture that comes becomes the `src` of its `<img>` as a
 * data: URL. 200 images of the size that our cards show, no frame around them, nothing else on the page.
 */
import mqtt, { type IPublishPacket, type MqttClient } from 'mqtt';
import { feedbackAddress, groupFeedback } from '#protocol/topics.ts';
import type { BareSession } from '../classroom/bare-tutor.ts';
import { createPageMeter, type PageMeter } from '../pages/measured-page.ts';

export type ImgPage = PageMeter & {
  connect(request: {
    session: BareSession;
    groupId: string;
    /** CSS pixels of one image, and the gap between two. */
    width: number;
    height: number;
    gap: number;
  }): Promise<void>;
  /** Begins to show pictures; returns when the broker has granted it. */
  listen(): Promise<void>;
  /** Stays connected and hears nothing: the page idle. */
  stop(): Promise<void>;
  /** Pictures shown since the last call. */
  takeShown(): number;
};

const images = new Map<string, HTMLImageElement>();
let client: MqttClient | undefined;
let filter = '';
let shown = 0;
let size = { width: 0, height: 0 };

const page: ImgPage = {
  ...createPageMeter(),
  async connect({ session, groupId, width, height, gap }) {
    size = { width, height };
    document.body.style.cssText = `margin:0;display:flex;flex-wrap:wrap;gap:${gap}px;align-content:start`;
    filter = `${groupFeedback(session.scope, groupId)}/+/thumbnail`;
    client = await mqtt.connectAsync(session.url, {
      protocolVersion: 5,
      clientId: session.clientId,
      username: session.token,
      password: session.token,
    });
    client.on('message', show);
  },
  listen: async () => void (await client?.subscribeAsync(filter)),
  stop: async () => void (await client?.unsubscribeAsync(filter)),
  takeShown() {
    const taken = shown;
    shown = 0;
    return taken;
  },
};
Object.assign(globalThis, { lecternBench: page });

function show(topic: string, payload: Uint8Array, { properties }: IPublishPacket) {
  const clientId = feedbackAddress(topic)?.clientId ?? '';
  let image = images.get(clientId);
  if (!image) {
    image = Object.assign(document.createElement('img'), size);
    images.set(clientId, image);
    document.body.append(image);
  }
  image.src = `data:${properties?.contentType};base64,${toBase64(payload)}`;
  shown += 1;
}

/** The browser's own way where it has one, which costs a fraction of any script's. */
const native = (Uint8Array.prototype as { toBase64?: () => string }).toBase64;
const toBase64 = (bytes: Uint8Array) => (native ? native.call(bytes) : btoa(String.fromCharCode(...bytes)));
