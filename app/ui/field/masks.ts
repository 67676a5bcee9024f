import type { FormEvent } from 'react'

/** Each kind of field's format, applied to its digits as typed so far. */
const digitFormatters = {
  phone: (digits: string) =>
    digits
      .replace(/^(\d{2})(\d)/, '($1) $2')
      .replace(digits.length > 10 ? /^(\(\d{2}\) \d{5})(\d)/ : /^(\(\d{2}\) \d{4})(\d)/, '$1-$2'),
  date: (digits: string) =>
    isYearFirst(digits)
      ? digits.replace(/^(\d{4})(\d)/, '$1-$2').replace(/^(\d{4}-\d{2})(\d)/, '$1-$2')
      : digits.replace(/^(\d{2})(\d)/, '$1/$2').replace(/^(\d{2}\/\d{2})(\d)/, '$1/$2'),
  zipcode: (digits: string) => digits.replace(/^(\d{5})(\d)/, '$1-$2'),
  cpf: (digits: string) =>
    digits
      .replace(/^(\d{3})(\d)/, '$1.$2')
      .replace(/^(\d{3}\.\d{3})(\d)/, '$1.$2')
      .replace(/(\.\d{3})(\d{1,2})$/, '$1-$2'),
}
const maxDigitCounts = { phone: 11, date: 8, zipcode: 8, cpf: 11 }

export type Mask = keyof typeof digitFormatters

/** What is typed without what none of these fields can hold: letters, and signs that no spelling has; full-width digits as plain ones. */
export function normalizeMaskInput(text: string): string {
  return text
    .replace(/[\uff10-\uff19]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0))
    .replace(/[^\d\s()./+-]/g, '')
}

const monthPrefixPattern = /^(0\d?|1[0-2]?)?$/
const centuryPrefixPattern = /^(19?|20?)?$/

/** Whether a day begins with its year: the digits so far can be no day, month and year, at the sixth at the latest. */
function isYearFirst(digits: string): boolean {
  const isDayFirst = monthPrefixPattern.test(digits.slice(2, 4)) && centuryPrefixPattern.test(digits.slice(4, 6))
  return !isDayFirst && centuryPrefixPattern.test(digits.slice(0, 2))
}

/** A separator just typed, or a day or month of one digit: then whoever types does the mask's work. */
const typedSeparatorPattern = /\D[2-9]?$|\b\d\D/

/** The text typed so far in the field's format; anything else (+55, 1/3/1988, too many digits) stays as it is. */
export function applyMask(mask: Mask, text: string): string {
  if (!/^[\d\s()./-]*$/.test(text) || (mask === 'date' && typedSeparatorPattern.test(text))) return text
  const digits = text.replace(/\D/g, '')
  return digits.length > maxDigitCounts[mask] ? text : digitFormatters[mask](digits)
}

/**
 * `onInput` of a form: in fields marked `data-mask` letters are not let through, and what is typed at the end is formatted,
 * but not while someone deletes or edits in the middle. Only a convenience: the server accepts any spelling.
 */
export function maskFields({ target, nativeEvent }: FormEvent): void {
  if (!(target instanceof HTMLInputElement) || !target.dataset.mask) return
  const { value, selectionStart } = target
  const allowedText = normalizeMaskInput(value)
  if (allowedText !== value) {
    const caretPosition = normalizeMaskInput(value.slice(0, selectionStart ?? value.length)).length
    target.value = allowedText
    target.setSelectionRange(caretPosition, caretPosition)
  }
  if (nativeEvent instanceof InputEvent && nativeEvent.inputType.startsWith('delete')) return
  if (target.selectionStart === target.value.length) target.value = applyMask(target.dataset.mask as Mask, target.value)
}
