import type { SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { type AppLoadContext, data } from '@remix-run/node'
import type { z } from 'zod'
import type { Operation } from '#server/api/operation.ts'
import { fields } from '../texts/fields.ts'
import { guardFields } from '../ui/field/form-fields.ts'
import { refusalOf, retryHeaders } from './responses.server.ts'
import { callerOf, visitorOf } from './visitor.server.ts'

/** What a refused form is rendered with again: everything typed except secrets, and the reasons. */
interface FormReply {
  result: SubmissionResult
}

/** For a form whose fields are only part of an operation's input. */
interface FormPart<Input extends z.ZodType, Form extends z.ZodType> {
  schema: Form
  toInput: (fields: z.output<Form>) => z.output<Input>
  /** Names of secrets that are none in this form. */
  plain?: string[]
}

type Outcome<Value> = { value: Value } | { refusal: ReturnType<typeof data<FormReply>> }

/**
 * Fields never sent back: a password in the page's source could be read over a shoulder or from a cache, and the new page
 * has its own guard fields.
 */
const secrets = [
  ...['current_password', 'password', 'password_confirmation', 'cpf', 'deleteToken', 'code'],
  ...Object.values(guardFields),
]

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

/** `runForm` for a form that carries `FormGuard`. */
export function runGuardedForm<Input extends z.ZodType, Output extends z.ZodType, Form extends z.ZodType = Input>(
  asked: { request: Request; context: AppLoadContext },
  operation: Operation<Input, Output>,
  form: FormData,
  part?: FormPart<Input, Form>,
): Promise<Outcome<z.input<Output>>> {
  const run: typeof operation.run = async (input, caller) => {
    await guardForm(asked, form)
    return operation.run(input, caller)
  }
  return runForm(asked, { ...operation, run }, form, part)
}

/**
 * Runs an operation on a page's form, as the call under /api runs it on JSON: with the same schema, access and sentences.
 * After a refusal the form is shown again, with status 422, or the refusal's own (404, 409, 429, 503).
 */
export async function runForm<Input extends z.ZodType, Output extends z.ZodType, Form extends z.ZodType = Input>(
  asked: { request: Request; context: AppLoadContext },
  operation: Operation<Input, Output>,
  form: FormData,
  part?: FormPart<Input, Form>,
): Promise<Outcome<z.input<Output>>> {
  const hideFields = secrets.filter((name) => !part?.plain?.includes(name))
  const submission = parseWithZod(form, {
    schema: (part?.schema ?? operation.input) as z.ZodType<object>,
    // Where a schema has no sentence of its own, the shop's default one is shown, never the library's.
    error: () => fields.unreadable,
  })
  if (submission.status !== 'success') return { refusal: data({ result: submission.reply({ hideFields }) }, 422) }

  const input = part ? part.toInput(submission.value as z.output<Form>) : (submission.value as z.output<Input>)
  try {
    return { value: await operation.run(input, await callerOf(asked)) }
  } catch (fault) {
    const error = refusalOf(asked.context, fault)
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
