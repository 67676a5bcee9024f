import { type Colours, darkInk, inkOn, quietInk } from '../colours.ts'
import type { Line, Words } from '../lettering.ts'

/** Name, kind and strength on a package of a given colour. */
export function careLabel({ name, kind, strength }: Words, colours: Colours, ground: string, nameSize = 28): Line[] {
  const light = inkOn(ground) === '#fff'
  const lines: Line[] = [{ text: name, size: nameSize, weight: 700, ink: light ? '#fff' : colours.deep }]
  if (kind) lines.push({ text: kind, size: nameSize * 0.56, ink: light ? '#fff' : quietInk, gap: 3 })
  if (strength)
    lines.push({ text: strength, size: nameSize * 0.84, weight: 700, ink: light ? '#fff' : darkInk, gap: 5 })
  return lines
}
