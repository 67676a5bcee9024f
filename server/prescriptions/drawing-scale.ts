/** Pixels per point: 200 dpi. */
const maxScale = 200 / 72
/** Of one page: three metres of a printer’s roll at 144 dpi. A limit on the longer side would make its letters unreadable. */
export const maxPagePixels = 8_000_000
/** Of one side of a page: JPEG has no longer ones. */
export const maxDrawnSidePixels = 60_000

/**
 * Pixels per point at which a page is drawn: larger ones are drawn smaller.
 * @param width in points, as the height
 * @param availablePixels of the document for one page
 */
export function computeDrawingScale(width: number, height: number, availablePixels: number): number {
  // Both sides are rounded up.
  const pixels = Math.min(maxPagePixels, availablePixels) * 0.99
  return Math.min(maxScale, Math.sqrt(pixels / (width * height)), (maxDrawnSidePixels - 1) / Math.max(width, height))
}
