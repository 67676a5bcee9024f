/** A square window on the drawing board (400 × 400 units, y downwards): left, top, side. */
export type Frame = readonly [left: number, top: number, side: number]

const fonts = 'Roboto,Helvetica Neue,Arial,Liberation Sans,sans-serif'

/** Light falls from the left: `sheen` models a round body, `paper` a flat white face, `shadow` the spot where things stand. */
const lightDefs = `
  <radialGradient id="shadow">
    <stop stop-opacity=".26"/><stop offset=".6" stop-opacity=".1"/><stop offset="1" stop-opacity="0"/>
  </radialGradient>
  <linearGradient id="sheen">
    <stop stop-opacity=".22"/><stop offset=".16" stop-opacity=".03"/>
    <stop offset=".3" stop-color="#fff" stop-opacity=".42"/><stop offset=".46" stop-color="#fff" stop-opacity="0"/>
    <stop offset=".8" stop-opacity=".05"/><stop offset="1" stop-opacity=".24"/>
  </linearGradient>
  <linearGradient id="paper" x2="1" y2="1"><stop stop-color="#fff"/><stop offset="1" stop-color="#eef0ed"/></linearGradient>`

/** A whole picture: an SVG document with a transparent ground that shows what lies inside the frame. */
export function drawing([left, top, side]: Frame, ...parts: string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} ${top} ${side} ${side}" width="400" height="400"
    font-family="${fonts}"><defs>${lightDefs}</defs>${parts.join('')}</svg>`
}

export function shadow(centreX: number, centreY: number, radiusX: number, radiusY = 11): string {
  return `<ellipse cx="${centreX}" cy="${centreY}" rx="${radiusX}" ry="${radiusY}" fill="url(#shadow)"/>`
}

/** A flat shape; `outline` is path data. */
export function flat(outline: string, colour: string, opacity = 1): string {
  return `<path d="${outline}" fill="${colour}"${opacity < 1 ? ` opacity="${opacity}"` : ''}/>`
}

/** A round body: the shape in its colour, and the light on it. */
export function solid(outline: string, colour: string, sheen = 1): string {
  return flat(outline, colour) + flat(outline, 'url(#sheen)', sheen)
}

export function stroke(line: string, colour: string, width: number, opacity = 1): string {
  return `<path d="${line}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round"
    stroke-linejoin="round"${opacity < 1 ? ` opacity="${opacity}"` : ''}/>`
}

/** Content cut off at an outline. `id` must be unique within one drawing. */
export function inside(id: string, outline: string, ...content: string[]): string {
  return `<clipPath id="${id}"><path d="${outline}"/></clipPath><g clip-path="url(#${id})">${content.join('')}</g>`
}

export function turned(degrees: number, aroundX: number, aroundY: number, ...content: string[]): string {
  return `<g transform="rotate(${degrees} ${aroundX} ${aroundY})">${content.join('')}</g>`
}

export function moved(x: number, y: number, ...content: string[]): string {
  return `<g transform="translate(${x} ${y})">${content.join('')}</g>`
}

/** Path data of a rectangle with round corners. */
export function rounded(x: number, y: number, width: number, height: number, radius = 0): string {
  const r = Math.min(radius, width / 2, height / 2)
  const corner = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`
  return `M${x + r} ${y}h${width - 2 * r}${corner(r, r)}v${height - 2 * r}${corner(-r, r)}h${2 * r - width}${corner(-r, -r)}v${2 * r - height}${corner(r, -r)}Z`
}

/** Path data of an ellipse. */
export function oval(centreX: number, centreY: number, radiusX: number, radiusY = radiusX): string {
  const half = (dx: number) => `a${radiusX} ${radiusY} 0 0 1 ${dx} 0`
  return `M${centreX - radiusX} ${centreY}${half(2 * radiusX)}${half(-2 * radiusX)}Z`
}

/** Upright grooves of a screw cap, `step` units apart. */
export function grooves(fromX: number, toX: number, top: number, height: number, step = 12): string {
  const count = Math.floor((toX - fromX) / step) + 1
  const lines = Array.from({ length: count }, (_, index) => `M${fromX + index * step} ${top}v${height}`)
  return `<path d="${lines.join('')}" stroke="#000" stroke-opacity=".1" stroke-width="2"/>`
}
