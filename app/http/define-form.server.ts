import type { SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data } from '@remix-run/node'
import { z } from 'zod'
import type { Shop } from '#server/shop.ts'
import { fields as fieldTexts } from '../texts/fields.ts'
import type { FormReply } from '../ui/field/form-fields.ts'
import { guardForm } from './form-guard.server.ts'
import { refusalOf, retryHeaders } from './responses.server.ts'
import { secretsExcept } from './secrets.ts'
import type { SignedInVisitor, Visitor } from './visitor.server.ts'

/** Who sent a form, and what their action may use. */
export interface Sender {
  args: ActionFunctionArgs
  shop: Shop
  form: FormData
}

export interface ShopSender extends Sender {
  visitor: Visitor
}

export interface CustomerSender extends Sender {
  visitor: SignedInVisitor
}

export type FormReplyResponse = ReturnType<typeof data<FormReply>>

/** A field's name; of an input that several fields make, that of the first, and what they say: `['[0].units', '2']`. */
type Field = string | { name: string; read(form: FormData): [path: string, value: FormDataEntryValue][] }

/** An input that only calls have is left out. */
type FieldsOf<Schema extends z.ZodType> = {
  readonly [Input in keyof z.input<Schema> & string]?: Field
}

type AnyFields = Readonly<Record<string, Field | undefined>>

/** A form: what one of a page's buttons sends, and what happens then. */
interface FormDefinition<Who extends Sender, Schema extends z.ZodType, Value, Next> {
  /** The value of its button. */
  intent: string
  /** The button's name, where it is not `intent`. */
  button?: string
  /** A field that those declared after it have not: by it the form is recognised without its button (contract, section 5). */
  identifyingField?: string
  schema: (shop: Shop) => Schema
  /** The name of the field of each input, and of a file that `run` reads: the domain knows none. */
  fields: FieldsOf<NoInfer<Schema>> & { readonly file?: Field }
  /** Keeps robots away; the page shows `FormGuard`. */
  isGuarded?: boolean
  /** Saved while its sender signs in again, where the session has ended. */
  isResumable?: boolean
  /** Names of secrets that are none in this form. */
  notSecret?: string[]
  /** What the verb would refuse only after everything else is right, by input: told in the same round. They throw a ShopError. */
  extraChecks?: (who: Who) => { readonly [Input in keyof z.input<NoInfer<Schema>> & string]?: () => unknown }
  /** The domain's verb. */
  run: (who: Who, input: z.output<Schema>) => Value | Promise<Value>
  /** Where it leads. */
  next: (who: Who, value: Value) => Next | Promise<Next>
}

export interface Form<Who extends Sender, Next> {
  intent: string
  button: string
  identifyingField: string | undefined
  isResumable: boolean
  notSecret: string[]
  submit(who: Who): Promise<{ next: Next } | { refused: FormReplyResponse }>
}

/** What a form that is only a button has. */
export const buttonAlone = { schema: () => z.object({}), fields: {} }

/**
 * @param assertShown throws a refusal after which there is no page that could show the form
 * @returns what declares forms of these senders
 */
export function formsOf<Who extends Sender, Next>(assertShown: (fault: unknown, isAboutField: boolean) => void) {
  return <Schema extends z.ZodType, Value>(definition: FormDefinition<Who, Schema, Value, Next>): Form<Who, Next> => {
    const { intent, button = 'intent', identifyingField, isResumable = false, notSecret = [] } = definition
    return {
      intent,
      button,
      identifyingField,
      isResumable,
      notSecret,
      submit: (who) => submit(definition, who, assertShown),
    }
  }
}

/** The form that was sent: by its button, else by its fields, else the last one. */
export function submittedForm<Who extends Sender, Next>(
  forms: readonly Form<Who, Next>[],
  form: FormData,
): Form<Who, Next> {
  const ofButton = forms.filter(({ button, intent }) => form.get(button) === intent)
  const match =
    ofButton.find(({ identifyingField }) => identifyingField === undefined || form.has(identifyingField)) ??
    ofButton.at(0) ??
    forms.find(({ identifyingField }) => identifyingField !== undefined && form.has(identifyingField)) ??
    forms.at(-1)
  if (!match) throw new Error('a page without a form was sent one')
  return match
}

async function submit<Who extends Sender, Schema extends z.ZodType, Value, Next>(
  definition: FormDefinition<Who, Schema, Value, Next>,
  who: Who,
  assertShown: (fault: unknown, isAboutField: boolean) => void,
): Promise<{ next: Next } | { refused: FormReplyResponse }> {
  const { schema, isGuarded, run, next } = definition
  const fields: AnyFields = definition.fields
  const { args, shop, form } = who
  const submission = await parseWithZod(inputsOf(form, fields), {
    schema: schema(shop) as unknown as z.ZodType<object>,
    async: true,
    // Where a schema has no sentence of its own, the shop's default one is shown, never the library's.
    error: () => fieldTexts.unreadable,
  })
  try {
    if (submission.status !== 'success') {
      return { refused: await refuse(definition, who, submission.error ?? {}, 'input.invalid', { status: 422 }) }
    }
    if (isGuarded) await guardForm(args, form)
    return { next: await next(who, await run(who, submission.value as z.output<Schema>)) }
  } catch (fault) {
    const { input = '', message, code, ...error } = refusalOf(args.context, fault)
    // A page with a form does not answer 401, which asks for HTTP authentication (RFC 9110, section 15.5.2), and an unknown
    // e-mail is no missing page.
    assertShown(fault, fields[input] !== undefined)
    const status = error.status === 401 || code === 'email.unknown' ? 422 : error.status
    const init = { status, headers: retryHeaders(error) }
    return { refused: await refuse(definition, who, { [input]: [message] }, code, init) }
  }
}

/** The fields of a form under the names of its inputs. */
function inputsOf(form: FormData, fields: AnyFields): FormData {
  const inputs = new FormData()
  for (const [input, field] of Object.entries(fields)) {
    if (typeof field === 'string') for (const value of form.getAll(field)) inputs.append(input, value)
    else for (const [path, value] of field?.read(form) ?? []) inputs.append(`${input}${path}`, value)
  }
  return inputs
}

/** Of a list, the field of all; '' for what is no field of the form, and is told above it. */
function fieldOf(input: string, fields: AnyFields): string {
  const field = fields[input.split(/[.[]/, 1)[0] ?? ''] ?? ''
  return typeof field === 'string' ? field : field.name
}

type Faults = Record<string, string[] | null>

async function refuse<Who extends Sender, Schema extends z.ZodType, Value, Next>(
  definition: FormDefinition<Who, Schema, Value, Next>,
  who: Who,
  faults: Faults,
  code: string,
  init: ResponseInit,
): Promise<FormReplyResponse> {
  const { intent, fields, extraChecks, notSecret = [] } = definition
  const checks = init.status === 422 && extraChecks ? extraChecks(who) : {}
  const all = { ...faults, ...(await runExtraChecks(checks, faults, who)) }
  const errors: Record<string, string[]> = {}
  for (const [input, messages] of Object.entries(all)) {
    errors[fieldOf(input, fields)] ??= messages ?? []
  }
  return data<FormReply>(
    { form: intent, code, result: submissionResult(who.form, inOrderOf(who.form, errors), secretsExcept(notSecret)) },
    init,
  )
}

/** A verb checks what its schema cannot only once that is satisfied, and tells the first fault alone. */
async function runExtraChecks(checks: Record<string, (() => unknown) | undefined>, faults: Faults, { args }: Sender) {
  const extraFaults: Faults = {}
  for (const [input, check] of Object.entries(checks)) {
    if (faults[input]) continue
    try {
      await check?.()
    } catch (fault) {
      extraFaults[input] = [refusalOf(args.context, fault).message]
    }
  }
  return extraFaults
}

/** In the form's order; what it leaves out, such as a box without its tick, stands at the end. */
function inOrderOf(form: FormData, errors: Record<string, string[]>): Record<string, string[]> {
  const names = [...form.keys(), ...Object.keys(errors)]
  return Object.fromEntries(Object.entries(errors).sort(([one], [other]) => names.indexOf(one) - names.indexOf(other)))
}

/**
 * A form as its page shows it again.
 * @param errors by the names of its fields, '' for what is wrong with all of it
 * @param hidden names of fields that are not sent back
 */
export function submissionResult(
  form: Iterable<readonly [string, FormDataEntryValue]>,
  errors: Record<string, string[]> = {},
  hidden: string[] = secretsExcept([]),
): SubmissionResult {
  const fields = new FormData()
  // Fields that begin so would be commands to conform.
  for (const [name, value] of form) if (!hidden.includes(name) && !name.startsWith('__')) fields.append(name, value)
  const reply = parseWithZod(fields, { schema: z.looseObject({}) }).reply()
  if (Object.keys(errors).length === 0) return { initialValue: reply.initialValue ?? null }
  // Conform would tell them in another order.
  return { ...reply, status: 'error', error: errors }
}
