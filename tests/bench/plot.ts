/** A line chart as SVG, for a README: plain shapes, readable on light and dark ground. */
export interface Plot {
  title: string
  xLabel: string
  yLabel: string
  /** Where the lines' points stand, from left to right; named as text below them. */
  x: string[]
  lines: { name: string; values: number[] }[]
}

const [width, height] = [800, 320]
const edge = { left: 56, right: 220, top: 36, bottom: 44 }
const colours = ['#0b7a4b', '#c2410c', '#2563eb', '#9333ea', '#64748b', '#db2777', '#0e7490']

export function drawPlot({ title, xLabel, yLabel, x, lines }: Plot): string {
  const top = niceTop(Math.max(...lines.flatMap(({ values }) => values), 0))
  const inner = { width: width - edge.left - edge.right, height: height - edge.top - edge.bottom }
  const at = (index: number) => edge.left + (inner.width * index) / Math.max(1, x.length - 1)
  const up = (value: number) => edge.top + inner.height * (1 - value / top)
  const grid = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const y = up(top * share)
    return `<path d="M${edge.left} ${y}h${inner.width}" stroke="#8884"/>${text(edge.left - 8, y + 4, round(top * share), 'end')}`
  })
  const step = Math.ceil(x.length / 12)
  const names = x.map((name, index) =>
    index % step === 0 ? text(at(index), height - edge.bottom + 18, name, 'middle') : '',
  )
  const drawn = lines.map(({ name, values }, index) => {
    const colour = colours[index % colours.length]
    const points = values.map((value, place) => `${round(at(place))},${round(up(value))}`).join(' ')
    const y = edge.top + 14 + index * 20
    return `<polyline points="${points}" fill="none" stroke="${colour}" stroke-width="2"/><path d="M${width - edge.right + 14} ${y - 4}h18" stroke="${colour}" stroke-width="3"/>${text(width - edge.right + 38, y, name)}`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui,sans-serif" font-size="12" fill="#777">
<title>${title}</title>
${text(edge.left, 20, title)}
${text(edge.left + inner.width / 2, height - 8, xLabel, 'middle')}
<text transform="translate(14 ${edge.top + inner.height / 2}) rotate(-90)" text-anchor="middle">${yLabel}</text>
${[...grid, ...names, ...drawn].filter(Boolean).join('\n')}
</svg>
`
}

function text(x: number, y: number, words: string | number, anchor = 'start'): string {
  return `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}">${words}</text>`
}

/** The next of 1, 2, 5, 10 … above it. */
function niceTop(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value || 1))
  return [1, 2, 5, 10].map((factor) => factor * power).find((top) => top >= value) ?? value
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
