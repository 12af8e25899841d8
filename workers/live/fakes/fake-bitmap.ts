/** An ImageBitmap that records whether it was closed, and a count of open ones. */
export function createFakeBitmaps() {
  const open = new Set<ImageBitmap>();
  const make = (name = '', size = { width: 320, height: 180 }): ImageBitmap => {
    const bitmap = { ...size, name, close: () => void open.delete(bitmap) } as ImageBitmap;
    open.add(bitmap);
    return bitmap;
  };
  return { make, openCount: () => open.size, isOpen: (bitmap: ImageBitmap) => open.has(bitmap) };
}
