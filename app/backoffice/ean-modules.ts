/** Bars and spaces of EAN-13 and EAN-8 (GS1 General Specifications, section 5.2; ISO/IEC 15420). */

/** Seven modules a digit, `1` is dark: of the left half with odd parity. The other two sets are made of these. */
const oddDigits = [
  '0001101',
  '0011001',
  '0010011',
  '0111101',
  '0100011',
  '0110001',
  '0101111',
  '0111011',
  '0110111',
  '0001011',
]
const rightDigits = oddDigits.map((modules) => modules.replace(/./g, (module) => (module === '1' ? '0' : '1')))
const evenDigits = rightDigits.map((modules) => [...modules].reverse().join(''))
/** Which of the six digits of the left half have even parity (`G`): so an EAN-13 tells its first digit, which has no bars. */
const leftParities = [
  'LLLLLL',
  'LLGLGG',
  'LLGGLG',
  'LLGGGL',
  'LGLLGG',
  'LGGLLG',
  'LGGGLL',
  'LGLGLG',
  'LGLGGL',
  'LGGLGL',
]
const guard = '101'
const centre = '01010'

export interface EanModules {
  /** The first digit of an EAN-13, which stands before its bars; empty in an EAN-8. */
  firstDigit: string
  leftHalf: string
  rightHalf: string
  /** `1` is a dark module, `0` a light one. */
  modules: string
}

/**
 * The modules of a bar code as it is stored. A UPC-A is the EAN-13 with a zero in front; a code of 14 digits that begins with
 * one is the EAN-13 behind it.
 * @returns null for what is neither an EAN-13 nor an EAN-8: a carton's code, or a wrong check digit
 */
export function encodeEan(code: string): EanModules | null {
  const digits = code.replace(/^0(?=\d{13}$)/, '').replace(/^(?=\d{12}$)/, '0')
  if (!/^(\d{8}|\d{13})$/.test(digits) || !hasRightCheckDigit(digits)) return null
  const firstDigit = digits.length === 13 ? digits.slice(0, 1) : ''
  const barDigits = digits.slice(firstDigit.length)
  const leftHalf = barDigits.slice(0, barDigits.length / 2)
  const rightHalf = barDigits.slice(barDigits.length / 2)
  const parities = leftParities[Number(firstDigit)] ?? ''
  const leftModules = [...leftHalf].map(
    (digit, index) => (parities[index] === 'G' ? evenDigits : oddDigits)[Number(digit)],
  )
  const rightModules = [...rightHalf].map((digit) => rightDigits[Number(digit)])
  return { firstDigit, leftHalf, rightHalf, modules: [guard, ...leftModules, centre, ...rightModules, guard].join('') }
}

function hasRightCheckDigit(digits: string): boolean {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}
