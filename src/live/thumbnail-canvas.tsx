import { useEffect, useRef } from 'react';
import type { GroupWatch } from './group-watch.ts';

export type ThumbnailCanvasProps = {
  watch: GroupWatch;
  clientId: string;
  /** What a screen reader says of the picture. */
  label: string;
  className?: string;
  /** Called with each picture that is shown; stable. */
  onPainted?: (() => void) | undefined;
};

/** The picture of a device. Its pixels never pass through React: the watch paints the element itself. */
export function ThumbnailCanvas({ watch, clientId, label, className, onPainted }: ThumbnailCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(
    () => (canvas.current ? watch.paint(clientId, canvas.current, onPainted) : undefined),
    [watch, clientId, onPainted],
  );
  return <canvas key={clientId} ref={canvas} className={className} role="img" aria-label={label} />;
}
