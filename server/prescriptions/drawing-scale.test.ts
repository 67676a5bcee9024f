import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeDrawingScale, maxDrawnSidePixels, maxPagePixels } from './drawing-scale.ts'

test('a page of any form is drawn no larger than a picture may be', () => {
  const points = fc.integer({ min: 10, max: 200_000 })
  fc.assert(
    fc.property(points, points, fc.integer({ min: 1_000_000, max: 20_000_000 }), (width, height, availablePixels) => {
      const scale = computeDrawingScale(width, height, availablePixels)
      const sides = [width, height].map((side) => Math.ceil(side * scale))
      expect(Math.max(...sides)).toBeLessThanOrEqual(maxDrawnSidePixels)
      expect(width * scale * height * scale).toBeLessThanOrEqual(Math.min(maxPagePixels, availablePixels))
    }),
    {
      examples: [
        [20, 30_000, 8_000_000],
        [30_000, 20, 8_000_000],
      ],
    },
  )
})
