import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { Shop } from '#server/shop.ts'
import { describeInputs } from '../http/form-inputs.server.ts'
import { createFieldProps, type GetFieldProps, type InputHints, toFieldName } from '../ui/field/field-props.ts'
import type { FormState } from '../ui/field/form-fields.ts'
import { SeenState } from './seen-state.tsx'

/** Why a form was refused, and what was typed into it. */
export type FailedForm = FormState & { message: string }

interface StaffFields<Input extends string> {
  /** Label and hint by input. */
  texts: { readonly [Name in Input]: readonly [label: string, hint?: string] }
  /** As they are typed; of a form that was refused what was typed counts. */
  values?: { readonly [Name in NoInfer<Input>]?: string | undefined } | undefined
  /** Where the page has the form once for each of several things: the field that says which. */
  row?: { readonly [fieldName: string]: string | number }
  /** Of its other buttons. */
  intents?: string[]
  /** Of a list's item, whose schema it is: what its fields' names end with. */
  item?: number
  /** Names that are not their input's in snake case. */
  names?: { readonly [Name in NoInfer<Input>]?: string }
}

export type StaffFormView<Input extends string> = {
  /** The form as it was refused, if it is the one. */
  failedForm: FailedForm | undefined
  /** The props of its fields by input. */
  field: GetFieldProps<Input>
  /**
   * Says with the form which state its sender saw, and what stands now where another one does.
   * @param format as people read a value, where that is not how the field has it
   */
  seenState: (seenHash: string, format?: { readonly [Name in Input]?: (value: string) => string }) => ReactNode
}

/** A form as its page shows it. Of the one that was refused, a field's id is its name, which the page's errors lead to. */
export function showStaffForm<Schema extends z.ZodType, Input extends keyof z.input<Schema> & string>(
  { schema, intent }: { schema: (shop: Shop) => Schema; intent: string },
  { shop, failedForm }: { shop: Shop; failedForm?: FailedForm },
  { texts, values, row = {}, intents = [], item, names = {} }: StaffFields<Input>,
): StaffFormView<Input> {
  const isFailed =
    [intent, ...intents].includes(failedForm?.intent ?? '') &&
    Object.entries(row).every(([name, value]) => failedForm?.getFieldValue(name) === String(value))
  const state = isFailed ? failedForm : undefined
  const idSuffix = state ? '' : ['', intent, ...Object.values(row)].join('-')
  const inputs: { readonly [Name in Input]?: InputHints } = describeInputs(schema(shop))
  const toName = (input: Input) =>
    [names[input] ?? toFieldName(input), item].filter((part) => part !== undefined).join('-')
  const inputNames = Object.keys(texts) as Input[]
  const fieldNames = Object.fromEntries(inputNames.map((input) => [input, toName(input)]))
  const fields = { inputs, texts, values, state, idSuffix, names: fieldNames as { [Name in Input]: string } }
  return {
    failedForm: state,
    field: createFieldProps(fields),
    seenState(seenHash, format = {}) {
      const presentValues = inputNames.map((input) => {
        const value = values?.[input] ?? ''
        return { field: fields.names[input], label: texts[input][0], value, text: format[input]?.(value) }
      })
      return <SeenState seenHash={seenHash} failedForm={state} presentValues={values && presentValues} />
    },
  }
}
