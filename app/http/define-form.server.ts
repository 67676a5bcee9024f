import type { SubmissionResult } from '@conform-to/dom'
import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data } from '@remix-run/node'
import { z } from 'zod'
import type { Shop } from '#server/shop.ts'
import { fieldErrors as fieldTexts } from '../texts/fields.ts'
import { toFieldName } from '../ui/field/field-props.ts'
import type { FormActionData } from '../ui/field/form-fields.ts'
import { guardForm } from './form-guard.server.ts'
import { listInputs } from './form-inputs.server.ts'
import { toFormError, toRetryHeaders } from './responses.server.ts'
import { listSecretFieldNames } from './secret-fields.ts'
import type { SignedInVisitor, Visitor } from './visitor.server.ts'

export interface FormContext {
  args: ActionFunctionArgs
  shop: Shop
  formData: FormData
}

export interface ShopFormContext extends FormContext {
  visitor: Visitor
}

export interface CustomerFormContext extends FormContext {
  visitor: SignedInVisitor
}

export type FormActionResponse = ReturnType<typeof data<FormActionData>>

/**
 * A field's name; or, for an input built from several fields, the first one's name and a reader: `['[0].units', '2']`.
 * `nameOf` tells which of them a refusal of a part of the input is about: `.12.age`.
 */
type FieldMapping =
  | string
  | {
      name: string
      read(formData: FormData): [path: string, value: FormDataEntryValue][]
      nameOf?(path: string): string | undefined
    }

/**
 * Reads a list: each value of `rowField` is an item, `rowInput` of it, and its other inputs are in fields with that value behind
 * their name: `units-60`.
 */
export function createRowReader(
  rowField: string,
  rowInput: string,
  fieldByInput: Record<string, string>,
  missingValue = '',
) {
  return (form: FormData) =>
    form
      .getAll(rowField)
      .flatMap((row, index): [path: string, value: FormDataEntryValue][] => [
        [`[${index}].${rowInput}`, row],
        ...Object.entries(fieldByInput).map(([input, field]): [string, FormDataEntryValue] => [
          `[${index}].${input}`,
          form.get(`${field}-${row}`) ?? missingValue,
        ]),
      ])
}

/** API-only inputs are omitted. */
type FieldMappingByInput<Schema extends z.ZodType> = {
  readonly [Input in keyof z.input<Schema> & string]?: FieldMapping
}

type FieldMappings = Readonly<Record<string, FieldMapping | undefined>>

/** A form: what one of a page's buttons sends, and what happens then. */
interface FormDefinition<Context extends FormContext, Schema extends z.ZodType, Value, Result> {
  /** The value of its button. */
  intent: string
  /** The button's name, where it is not `intent`. */
  buttonName?: string
  /** A field that only this form has: identifies it if no button was sent (contract, section 5). */
  identifyingField?: string
  /** None for a form without inputs. */
  schema?: (shop: Shop) => Schema
  /** Names of fields that are not their input's in snake case, and of a file that `run` reads; the domain does not know them. */
  fields?: FieldMappingByInput<NoInfer<Schema>> & { readonly file?: FieldMapping }
  /** Keeps robots away; the page shows `FormGuard`. */
  hasBotProtection?: boolean
  /** Saved while its sender signs in again, where the session has ended. */
  isResumable?: boolean
  /** Fields that are normally secret but may be echoed here. */
  nonSecretFieldNames?: string[]
  /**
   * Checks by input that the service makes only once the schema passes, run early so that all errors show together. They throw
   * a ShopError.
   */
  extraChecks?: (context: Context) => { readonly [Input in keyof z.input<NoInfer<Schema>> & string]?: () => unknown }
  /** Calls the domain service. */
  run: (context: Context, input: z.output<Schema>) => Value | Promise<Value>
  /** Where it leads. */
  respond: (context: Context, value: Value) => Result | Promise<Result>
}

export interface Form<Context extends FormContext, Result, Schema extends z.ZodType = z.ZodType> {
  intent: string
  /** For its fields (`describeInputs`). */
  schema: (shop: Shop) => Schema
  buttonName: string
  identifyingField: string | undefined
  isResumable: boolean
  nonSecretFieldNames: string[]
  submit(context: Context): Promise<{ result: Result } | { errorResponse: FormActionResponse }>
}

/**
 * @param rethrowIfPageGone rethrows an error after which the form's page no longer exists
 * @returns a function that defines forms for this kind of context
 */
export function createFormFactory<Context extends FormContext, Result>(
  rethrowIfPageGone: (error: unknown, isAboutField: boolean) => void,
) {
  return <Value, Schema extends z.ZodType = z.ZodObject<Record<never, never>>>(
    definition: FormDefinition<Context, Schema, Value, Result>,
  ): Form<Context, Result, Schema> => {
    const {
      intent,
      buttonName = 'intent',
      identifyingField,
      isResumable = false,
      nonSecretFieldNames = [],
    } = definition
    return {
      intent,
      schema: (shop) => getSchema(definition, shop) as unknown as Schema,
      buttonName,
      identifyingField,
      isResumable,
      nonSecretFieldNames,
      submit: (context) => submit(definition, context, rethrowIfPageGone),
    }
  }
}

/** The form that was sent: by its button, else by its fields, else the last one. */
export function getSubmittedForm<Context extends FormContext, Result>(
  forms: readonly Form<Context, Result>[],
  formData: FormData,
): Form<Context, Result> {
  const buttonMatches = forms.filter(({ buttonName, intent }) => formData.get(buttonName) === intent)
  const match =
    buttonMatches.find(({ identifyingField }) => identifyingField === undefined || formData.has(identifyingField)) ??
    buttonMatches.at(0) ??
    forms.find(({ identifyingField }) => identifyingField !== undefined && formData.has(identifyingField)) ??
    forms.at(-1)
  if (!match) throw new Error('a page without a form was sent one')
  return match
}

async function submit<Context extends FormContext, Schema extends z.ZodType, Value, Result>(
  definition: FormDefinition<Context, Schema, Value, Result>,
  context: Context,
  rethrowIfPageGone: (error: unknown, isAboutField: boolean) => void,
): Promise<{ result: Result } | { errorResponse: FormActionResponse }> {
  const { hasBotProtection, run, respond } = definition
  const { args, shop, formData } = context
  const fields = resolveFields(definition, shop)
  const submission = await parseWithZod(mapFieldsToInputs(formData, fields), {
    schema: getSchema(definition, shop),
    async: true,
    // Where a schema has no message of its own, the shop's default one is shown, never the library's.
    error: () => fieldTexts.unreadable,
  })
  try {
    if (submission.status !== 'success') {
      return {
        errorResponse: await buildErrorResponse(definition, context, submission.error ?? {}, 'input.invalid', {
          status: 422,
        }),
      }
    }
    if (hasBotProtection) await guardForm(args, formData)
    return { result: await respond(context, await run(context, submission.value as z.output<Schema>)) }
  } catch (error) {
    const formError = toFormError(args.context, error)
    const { input = '', message, code } = formError
    // A page with a form does not answer 401, which asks for HTTP authentication (RFC 9110, section 15.5.2), and an unknown
    // e-mail is no missing page.
    rethrowIfPageGone(error, fields[input] !== undefined)
    const status = formError.status === 401 || code === 'email.unknown' ? 422 : formError.status
    const init = { status, headers: toRetryHeaders(formError) }
    return { errorResponse: await buildErrorResponse(definition, context, { [input]: [message] }, code, init) }
  }
}

type FormInputs = { schema?: (shop: Shop) => z.ZodType; fields?: FieldMappings }

function getSchema({ schema = () => z.object({}) }: FormInputs, shop: Shop): z.ZodType<object> {
  return schema(shop) as z.ZodType<object>
}

function resolveFields(form: FormInputs, shop: Shop): FieldMappings {
  const names = listInputs(getSchema(form, shop)).map(([input]) => [input, toFieldName(input)])
  return { ...Object.fromEntries(names), ...form.fields }
}

function mapFieldsToInputs(formData: FormData, fields: FieldMappings): FormData {
  const inputs = new FormData()
  for (const [input, field] of Object.entries(fields)) {
    if (typeof field === 'string') for (const value of formData.getAll(field)) inputs.append(input, value)
    else for (const [path, value] of field?.read(formData) ?? []) inputs.append(`${input}${path}`, value)
  }
  return inputs
}

/** For a list item, its own field or the list's; '' for errors shown above the form. */
function findFieldName(input: string, fields: FieldMappings): string {
  const [inputName = ''] = input.split(/[.[]/, 1)
  const field = fields[inputName] ?? ''
  return typeof field === 'string' ? field : (field.nameOf?.(input.slice(inputName.length)) ?? field.name)
}

type FieldErrors = Record<string, string[] | null>

async function buildErrorResponse<Context extends FormContext, Schema extends z.ZodType, Value, Result>(
  definition: FormDefinition<Context, Schema, Value, Result>,
  context: Context,
  fieldErrors: FieldErrors,
  code: string,
  init: ResponseInit,
): Promise<FormActionResponse> {
  const { intent, extraChecks, nonSecretFieldNames = [] } = definition
  const fields = resolveFields(definition, context.shop)
  const checks = init.status === 422 && extraChecks ? extraChecks(context) : {}
  const allErrors = { ...fieldErrors, ...(await runExtraChecks(checks, fieldErrors, context)) }
  const errors: Record<string, string[]> = {}
  for (const [input, messages] of Object.entries(allErrors)) {
    errors[findFieldName(input, fields)] ??= messages ?? []
  }
  return data<FormActionData>(
    {
      intent: intent,
      code,
      result: toSubmissionResult(
        context.formData,
        sortByFormOrder(context.formData, errors),
        listSecretFieldNames(nonSecretFieldNames),
      ),
    },
    init,
  )
}

/** The service runs only after the schema passes, and reports only its first error. */
async function runExtraChecks(
  checks: Record<string, (() => unknown) | undefined>,
  fieldErrors: FieldErrors,
  { args }: FormContext,
) {
  const extraErrors: FieldErrors = {}
  for (const [input, check] of Object.entries(checks)) {
    if (fieldErrors[input]) continue
    try {
      await check?.()
    } catch (error) {
      extraErrors[input] = [toFormError(args.context, error).message]
    }
  }
  return extraErrors
}

/** In the form's order; what it leaves out, such as a box without its tick, stands at the end. */
function sortByFormOrder(formData: FormData, errors: Record<string, string[]>): Record<string, string[]> {
  const fieldOrder = [...formData.keys(), ...Object.keys(errors)]
  return Object.fromEntries(
    Object.entries(errors).sort(([nameA], [nameB]) => fieldOrder.indexOf(nameA) - fieldOrder.indexOf(nameB)),
  )
}

/**
 * A form as its page shows it again.
 * @param errors by the names of its fields, '' for what is wrong with all of it
 * @param omittedFieldNames names of fields that are not sent back
 */
export function toSubmissionResult(
  entries: Iterable<readonly [string, FormDataEntryValue]>,
  errors: Record<string, string[]> = {},
  omittedFieldNames: string[] = listSecretFieldNames([]),
): SubmissionResult {
  const fields = new FormData()
  // Fields that begin so would be commands to conform.
  for (const [name, value] of entries)
    if (!omittedFieldNames.includes(name) && !name.startsWith('__')) fields.append(name, value)
  const reply = parseWithZod(fields, { schema: z.looseObject({}) }).reply()
  if (Object.keys(errors).length === 0) return { initialValue: reply.initialValue ?? null }
  // Conform would reorder the errors.
  return { ...reply, status: 'error', error: errors }
}
