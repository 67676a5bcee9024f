import type { Banner } from '#server/catalogue/shapes.ts'
import type { Desk } from './staff-pages.server.tsx'

/** A field of the form as it was typed, without blanks around it. */
export type Typed = (name: string) => string

/** A form of the shop window, by its button, with its file if it has one: gives what to say then, why it was refused, or a banner to look at first. */
export type WindowAct = (
  desk: Desk,
  typed: Typed,
  form: FormData,
) => Promise<{ flash: string } | { refusal: string } | { preview: Banner }>

/** A day from a form, yyyy-MM-dd; null for none. */
export function dayIn(text: string): string | null {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : null
}
