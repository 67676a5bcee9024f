import type { SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { type AppLoadContext, data } from '@remix-run/node'
import { z } from 'zod'
import { fields } from '../texts/fields.ts'
import { guardFields } from '../ui/field/form-fields.ts'
import { refusalOf, retryHeaders } from './responses.server.ts'
import { visitorOf } from './visitor.server.ts'

/** What a refused form is rendered with again: everything typed except secrets, and the reasons. */
interface FormReply {
  result: SubmissionResult
}

/** A refused form as its page's answer. */
export type FormRefusal = ReturnType<typeof data<FormReply>>

/**
 * Fields never sent back: a password in the page's source could be read over a shoulder or from a cache, and the new page
 * has its own guard fields.
 */
const secrets = [
  ...['current_password', 'password', 'password_confirmation', 'cpf', 'deleteToken', 'code'],
  ...Object.values(guardFields),
]

/** Names of fields that hold a secret, but for those that hold none in this form. */
export function secretsExcept(plain: string[]): string[] {
  return secrets.filter((name) => !plain.includes(name))
}

/**
 * Keeps robots away from a form that carries `FormGuard`: forms open to anyone, and forms that prove an identity or commit
 * to something. A customer's own settings are protected by the sign-in, and a lone button needs no guard.
 *
 * Where a captcha is set up (CAPTCHA_KEY), a visitor's form has it solved, or was open for a while: a form without scripts
 * could not solve it, and must not be a dead end.
 * @throws ShopError "form.refused", "form.hasty", "captcha.refused", "limit.reached"
 */
export async function guardForm(asked: { request: Request; context: AppLoadContext }, form: FormData): Promise<void> {
  const { customer } = await visitorOf(asked)
  const text = (name: string) => form.get(name)?.toString()
  const { token, trap, captcha } = guardFields
  const { shop, network } = asked.context
  const solution = text(captcha) ?? ''
  const isAsked = shop.captcha.isAsked && customer === null
  if (isAsked && solution !== '') await shop.captcha.check(solution)
  await shop.formGuard.check(
    {
      token: text(token) ?? null,
      trap: text(trap) ?? '',
      email: text('email') ?? customer?.email ?? null,
      isDoubtful: isAsked && solution === '',
    },
    network,
  )
}

/** A form that is only a button. */
export const noFields = z.object({})

/** `submitForm` for a form that carries `FormGuard`. */
export function submitGuardedForm<Fields extends z.ZodType, Value>(
  asked: { request: Request; context: AppLoadContext },
  schema: Fields,
  form: FormData,
  verb: (input: z.output<Fields>) => Promise<Value>,
) {
  return submitForm(asked, schema, form, async (input) => {
    await guardForm(asked, form)
    return verb(input)
  })
}

/**
 * Runs a domain's verb with what a form sent, read by that domain's schema into its words: the call under /api does the same
 * with JSON. After a refusal the form is shown again, with status 422, or the refusal's own (403, 404, 409, 429, 503).
 * @param plain names of secrets that are none in this form
 */
export async function submitForm<Fields extends z.ZodType, Value>(
  { context }: { context: AppLoadContext },
  schema: Fields,
  form: FormData,
  verb: (input: z.output<Fields>) => Promise<Value>,
  plain: string[] = [],
): Promise<{ value: Value } | { refusal: FormRefusal }> {
  const hideFields = secretsExcept(plain)
  const submission = await parseWithZod(form, {
    schema: schema as z.ZodType<object>,
    async: true,
    // Where a schema has no sentence of its own, the shop's default one is shown, never the library's.
    error: () => fields.unreadable,
  })
  if (submission.status !== 'success') return { refusal: data({ result: submission.reply({ hideFields }) }, 422) }

  try {
    return { value: await verb(submission.value as z.output<Fields>) }
  } catch (fault) {
    const error = refusalOf(context, fault)
    // A guard's field has nothing that a link in the error summary could lead to.
    const isOfGuard = Object.values(guardFields).includes(error.field ?? '')
    const errors =
      error.field && !isOfGuard ? { fieldErrors: { [error.field]: [error.message] } } : { formErrors: [error.message] }
    const result = submission.reply({ ...errors, hideFields })
    // A page with a form does not answer 401, which asks for HTTP authentication (RFC 9110, section 15.5.2).
    const status = error.status === 401 ? 422 : error.status
    return { refusal: data({ result }, { status, headers: retryHeaders(error) }) }
  }
}

/**
 * Adds to a refused form what else is wrong with it, in the form's order, so that all is told in one round: a verb judges
 * what its schema cannot only once that is satisfied, and tells the first fault alone.
 * @param judges by the field's name; called where the field has no fault yet, they throw a ShopError
 */
export async function addFieldErrors(
  { context }: { context: AppLoadContext },
  form: FormData,
  { data: { result }, init }: FormRefusal,
  judges: Record<string, () => unknown>,
): Promise<void> {
  if (init?.status !== 422 || !result.error) return
  const faults = { ...result.error }
  for (const [field, judge] of Object.entries(judges)) {
    if (faults[field]) continue
    try {
      await judge()
    } catch (fault) {
      faults[field] = [refusalOf(context, fault).message]
    }
  }
  // What a form leaves out, such as a box without its tick, stands at the end.
  const names = [...form.keys(), ...Object.keys(faults)]
  result.error = Object.fromEntries(
    Object.entries(faults).sort(([one], [other]) => names.indexOf(one) - names.indexOf(other)),
  )
}
