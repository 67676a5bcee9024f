import * as css from './ean-bars.css.ts'
import { type EanModules, encodeEan } from './ean-modules.ts'

/** Modules: what must stay light beside the bars, the bars, and the digits below. */
const quietZones = { ean13: [11, 7], ean8: [7, 7] } as const
const barHeight = 40
const guardHeight = 45
const height = 52
const digitSize = 9

/** A product's bar code as bars that the till's scanner reads, with its digits; the digits alone where it cannot be drawn. */
export function EanBars({ code }: { code: string }) {
  const encodedCode = encodeEan(code)
  if (!encodedCode) return <b translate="no">{code}</b>
  const { firstDigit, leftHalf, rightHalf, modules } = encodedCode
  const [before, after] = firstDigit === '' ? quietZones.ean8 : quietZones.ean13
  const width = before + modules.length + after
  const halfWidth = leftHalf.length * 7
  return (
    <svg
      className={firstDigit === '' ? css.ean8 : css.ean13}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={code}
    >
      <path d={drawBars(encodedCode, before)} />
      <g fontSize={digitSize} fontFamily="monospace">
        {firstDigit && (
          <text x={2} y={height - 1}>
            {firstDigit}
          </text>
        )}
        <text x={before + 4} y={height - 1} textLength={halfWidth - 3}>
          {leftHalf}
        </text>
        <text x={before + halfWidth + 9} y={height - 1} textLength={halfWidth - 3}>
          {rightHalf}
        </text>
      </g>
    </svg>
  )
}

/** The guards at both ends and in the middle are longer. */
function drawBars({ modules, leftHalf }: EanModules, before: number): string {
  const centreStart = 3 + leftHalf.length * 7
  return [...modules.matchAll(/1+/g)]
    .map(({ index, 0: bar }) => {
      const isGuard = index < 3 || index >= modules.length - 3 || (index >= centreStart && index < centreStart + 5)
      return `M${before + index} 0h${bar.length}v${isGuard ? guardHeight : barHeight}h-${bar.length}z`
    })
    .join('')
}
