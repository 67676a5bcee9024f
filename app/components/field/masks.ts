import type { FormEvent } from 'react'

/** What each kind of field looks like once typed; what is no digit, or too much, is let be. */
const masks = {
  phone: (digits: string) =>
    digits
      .replace(/^(\d{2})(\d)/, '($1) $2')
      .replace(digits.length > 10 ? /^(\(\d{2}\) \d{5})(\d)/ : /^(\(\d{2}\) \d{4})(\d)/, '$1-$2'),
  date: (digits: string) => digits.replace(/^(\d{2})(\d)/, '$1/$2').replace(/^(\d{2}\/\d{2})(\d)/, '$1/$2'),
  zipcode: (digits: string) => digits.replace(/^(\d{5})(\d)/, '$1-$2'),
}
const longest = { phone: 11, date: 8, zipcode: 8 }

export type Mask = keyof typeof masks

/** Text as typed so far, in the field's form; text that is something else (+55, a name, a full date of another order) stays. */
export function masked(mask: Mask, typed: string): string {
  if (!/^[\d\s()./-]*$/.test(typed) || /^\d{4}-/.test(typed)) return typed
  const digits = typed.replace(/\D/g, '')
  return digits.length > longest[mask] ? typed : masks[mask](digits)
}

/**
 * `onInput` of a form: gives fields marked `data-mask` their form while someone types at their end; who corrects in the middle,
 * or deletes, is left alone. A comfort: the server reads whatever was typed.
 */
export function maskFields({ target, nativeEvent }: FormEvent): void {
  if (!(target instanceof HTMLInputElement) || !target.dataset.mask) return
  if (nativeEvent instanceof InputEvent && nativeEvent.inputType.startsWith('delete')) return
  if (target.selectionStart === target.value.length) target.value = masked(target.dataset.mask as Mask, target.value)
}
