import { genericInk, genericYellow } from '../colours.ts'
import { line, textWidth } from '../lettering.ts'
import { flat, rounded } from '../svg.ts'

/** The yellow strip of a generic medicine, across a label. */
export function genericStrip(x: number, y: number, width: number, height: number): string {
  const size = height * 0.62
  const word = 'Medicamento Genérico'
  const wordSize = Math.min(size, (size * (width - 34 - size)) / textWidth(word, size))
  const left = x + (width - size * 0.95 - textWidth(word, wordSize)) / 2
  const middle = y + height / 2
  return (
    flat(rounded(x, y, width, height), genericYellow) +
    line(left, middle + size * 0.36, { text: 'G', size, weight: 900, ink: genericInk }, 'start') +
    line(
      left + size * 0.95,
      middle + wordSize * 0.35,
      { text: word, size: wordSize, weight: 700, ink: genericInk },
      'start',
    )
  )
}
