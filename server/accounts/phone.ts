import { fieldErrors } from '../../app/texts/fields.ts'
import { normalizeInput } from '../platform/user-input.ts'

/** The area codes (DDD) of Anatel's numbering plan. */
const areaCodes = new Set(
  [
    '11 12 13 14 15 16 17 18 19 21 22 24 27 28 31 32 33 34 35 37 38 41 42 43 44 45 46 47 48 49 51 53 54 55',
    '61 62 63 64 65 66 67 68 69 71 73 74 75 77 79 81 82 83 84 85 86 87 88 89 91 92 93 94 95 96 97 98 99',
  ]
    .join(' ')
    .split(' '),
)

/** Nine digits of a mobile, eight of a landline. */
const subscriberPattern = /^(9\d{8}|[2-5]\d{7})$/

interface ParsedPhone {
  /** Area code and number. */
  digits: string
  /** The error message; null if the number is valid. */
  error: string | null
}

/** A Brazilian phone as people type it: with the country's code, a zero or a carrier before the area code, or with none. */
export function parsePhone(input: string): ParsedPhone {
  const text = normalizeInput(input)
  const allDigits = text.replace(/\D/g, '')
  const internationalDigits = /^\D*\+/.test(text) ? allDigits : /^00(\d+)$/.exec(allDigits)?.[1]
  if (internationalDigits !== undefined && !internationalDigits.startsWith('55'))
    return { digits: allDigits, error: fieldErrors.phoneForeign }
  const digits = (internationalDigits?.slice(2) ?? allDigits.replace(/^55(?=0?\d{10,11}$)/, ''))
    // A leading zero, optionally with the long-distance carrier code.
    .replace(/^0(\d{2}(?=\d{10,11}$))?/, '')
  return { digits, error: findPhoneError(digits) }
}

function findPhoneError(digits: string): string | null {
  if (!/^\d{10,11}$/.test(digits)) return fieldErrors.phone
  const areaCode = digits.slice(0, 2)
  if (!areaCodes.has(areaCode)) return fieldErrors.phoneAreaCode(areaCode)
  return subscriberPattern.test(digits.slice(2)) ? null : fieldErrors.phoneNinthDigit
}
