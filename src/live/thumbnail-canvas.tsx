import { useEffect, useRef } from 'react';
import type { GroupWatch } from './group-watch.ts';

export type ThumbnailCanvasProps = {
  watch: GroupWatch;
  clientId: string;
  /** The picture's description for screen readers. */
  label: string;
  className?: string;
  /** Called with each painted picture; must be stable. */
  onPainted?: (() => void) | undefined;
};

/** The picture of a device. Its pixels bypass React, because the watch paints the canvas directly. */
export function ThumbnailCanvas({ watch, clientId, label, className, onPainted }: ThumbnailCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(
    () => (canvas.current ? watch.paint(clientId, canvas.current, onPainted) : undefined),
    [watch, clientId, onPainted],
  );
  return <canvas key={clientId} ref={canvas} className={className} role="img" aria-label={label} />;
}
