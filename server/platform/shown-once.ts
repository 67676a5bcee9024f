import { createHmac, randomUUID } from 'node:crypto'
import { addMinutes } from './clock.ts'
import { ShopError } from './errors.ts'

/** Minutes in which a form that arrives again is answered as the first time. */
const repeatMinutes = 15

/**
 * A secret that its page shows this once. A form that is sent twice makes the same one, since the browser shows the last answer
 * alone; another form, or other values in it, make another.
 * @param formId the form's own random number; undefined where no page stood before, as on the command line
 * @param values what it is for, and what was typed
 * @returns 32 bytes
 * @throws ShopError "page.outdated" for '', the form of an older page
 */
export function deriveShownSecret(hmacSecret: string, formId: string | undefined, values: readonly unknown[]): Buffer {
  if (formId === '') throw new ShopError('page.outdated')
  return createHmac('sha256', hmacSecret)
    .update(JSON.stringify(['shown once', formId ?? randomUUID(), ...values]))
    .digest()
}

/** What a form has made is shown again only for a while: a browser keeps forms for longer. */
export function assertShownJustNow(createdAt: Date, now: Date): void {
  if (addMinutes(createdAt, repeatMinutes) < now) throw new ShopError('page.outdated')
}
