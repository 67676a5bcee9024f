import type { FormState } from './form-fields.ts'

/** What a schema says of an input, beside whether a text is right (`http/form-inputs.server.ts`). */
export interface InputHints {
  /** Letters. */
  maxLength?: number | undefined
  isOptional?: boolean | undefined
}

/** A field's name in HTML: its input's, in snake case. */
export const toFieldName = (input: string) => input.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const numericInput = { inputMode: 'numeric' } as const
const moneyInput = { inputMode: 'decimal' } as const

/** How browsers and keyboards treat an input, in whichever form it stands. */
const attributesByInput = {
  firstName: { autoComplete: 'given-name' },
  lastName: { autoComplete: 'family-name' },
  fullName: { autoComplete: 'name' },
  email: { type: 'email', autoComplete: 'email' },
  phone: { type: 'tel', autoComplete: 'tel', 'data-mask': 'phone' },
  cpf: { ...numericInput, autoComplete: 'off', 'data-mask': 'cpf' },
  code: { ...numericInput, autoComplete: 'one-time-code' },
  newCode: { ...numericInput, autoComplete: 'one-time-code' },
  password: { type: 'password', autoComplete: 'new-password' },
  passwordAgain: { type: 'password', autoComplete: 'new-password' },
  currentPassword: { type: 'password', autoComplete: 'current-password' },
  zipcode: { ...numericInput, autoComplete: 'postal-code', placeholder: '00000-000', 'data-mask': 'zipcode' },
  street: { autoComplete: 'address-line1' },
  complement: { autoComplete: 'address-line2' },
  neighborhood: { autoComplete: 'address-level3' },
  city: { autoComplete: 'address-level2' },
  state: { autoComplete: 'address-level1' },
  firstDay: { type: 'date' },
  lastDay: { type: 'date' },
  maxUses: numericInput,
  deliveryFeeCents: moneyInput,
  freeDeliveryFromCents: moneyInput,
  minimumOrderCents: moneyInput,
  doorPaymentLimitCents: moneyInput,
  isDoorPaymentKnownOnly: numericInput,
  changeFor: moneyInput,
  pickupMinutes: numericInput,
  safetyStock: numericInput,
  picture: { type: 'file', accept: 'image/jpeg,image/png,image/webp' },
  logo: { type: 'file', accept: 'image/svg+xml,image/png' },
} satisfies Record<string, object>

interface FormFields<Input extends string> {
  inputs: { readonly [Name in Input]?: InputHints }
  /** Label and hint by input: one that is missing does not compile. */
  texts: { readonly [Name in Input]: readonly [label: string, hint?: string] }
  /** As they are typed. */
  values?: { readonly [Name in NoInfer<Input>]?: string | null | undefined } | undefined
  /** Of the form that was refused, if it is this one. */
  state?: FormState | undefined
  /** Names that are not their input's in snake case. */
  names?: { readonly [Name in Input]?: string }
  /** Where a page has the form more than once. */
  idSuffix?: string
}

/** @returns the props of a field, by its input: everything but its place on the page */
export function createFieldProps<Input extends string>({
  inputs,
  texts,
  values = {},
  state,
  names = {},
  idSuffix = '',
}: FormFields<Input>) {
  return (input: Input) => {
    const { isOptional = false, maxLength } = inputs[input] ?? {}
    const name = names[input] ?? toFieldName(input)
    const [label, hint] = texts[input]
    const value = values[input] ?? undefined
    return {
      ...(attributesByInput as Record<string, object>)[input],
      ...(maxLength !== undefined && { maxLength }),
      ...{ id: name + idSuffix, name, label, hint, isOptional, required: !isOptional },
      defaultValue: state ? state.getFieldValue(name, value) : value,
      error: state?.getFieldError(name),
    }
  }
}

export type GetFieldProps<Input extends string> = ReturnType<typeof createFieldProps<Input>>

/** The props of a box to tick, by its field's: without its tick nothing is sent. */
export function toCheckboxProps(
  { defaultValue, isOptional: _, ...props }: ReturnType<GetFieldProps<string>>,
  value = '1',
) {
  return { ...props, value, defaultChecked: defaultValue === value }
}
