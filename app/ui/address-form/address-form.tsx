import type { Address } from '#server/addresses/addresses.ts'
import { stack, visuallyHidden } from '../../styles/shared.css.ts'
import { accountFieldTexts, accountTexts, addressTexts as texts } from '../../texts/account.ts'
import { formatZipcode } from '../../texts/format.ts'
import { Button } from '../button/button.tsx'
import { ErrorSummary } from '../error-summary/error-summary.tsx'
import { Select, TextField } from '../field/field.tsx'
import { createFieldProps, type InputHints } from '../field/field-props.ts'
import type { FormState } from '../field/form-fields.ts'
import { maskFields } from '../field/masks.ts'
import { Panel } from '../panel/panel.tsx'
import { PostForm } from '../post-form/post-form.tsx'
import { alignedFieldPair } from './address-form.css.ts'
import { formatStreetPair, streetPairFieldNames } from './street-pair.ts'
import { useZipcodeLookup } from './zipcode-lookup.ts'

const stateCodes = 'AC AL AM AP BA CE DF ES GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO'.split(' ')

const formId = 'endereco'

type Input = keyof typeof accountFieldTexts
/** Fields that stand side by side. */
const pairs: Input[][] = [
  ['number', 'complement'],
  ['city', 'state'],
]

type FormInputs = Record<string, InputHints>
export interface AddressInputs {
  address: FormInputs
  /** Of who has given no name yet. */
  receiver: FormInputs
}

type AddressFormProps = {
  /** Null for a new address. */
  address: Address | null
  returnTo: string
  /** What is known of a new one: the postal code that was given, and its street. */
  prefill: Partial<Address>
  /** Also asks for the name: the customer has not given one yet. */
  needsName: boolean
  /** The values and errors of the last submission. */
  formState: FormState
  inputs: AddressInputs
}

/** Adds or changes an address. The street is filled in from the postal code: by a button, with scripts automatically. */
export function AddressForm({ address, returnTo, prefill, needsName, formState, inputs }: AddressFormProps) {
  const shownAddress = address ?? { addressType: texts.defaultType, city: 'São Paulo', state: 'SP', ...prefill }
  const values = { ...shownAddress, zipcode: formatZipcode(shownAddress.zipcode ?? '') }
  const field = createFieldProps<Input>({
    inputs: { ...inputs.receiver, ...inputs.address },
    texts: accountFieldTexts,
    values,
    state: formState,
  })
  useZipcodeLookup(formId, '/minha-conta/rua')
  const intentProps = { name: 'intent', value: address ? 'change' : needsName ? 'first' : 'add' }
  const rows = Object.keys({ ...(needsName && inputs.receiver), ...inputs.address }).flatMap(listRow)

  function drawField(input: Input) {
    if (input === 'zipcode') {
      const fill = (
        <Button variant="outline" name="intent" value="fill" formNoValidate>
          {texts.fillAddress}
        </Button>
      )
      return <TextField key={input} {...field(input)} actionButton={fill} />
    }
    if (input === 'addressType') return <TextField key={input} {...field(input)} isOptional={false} required={false} />
    if (input !== 'state') return <TextField key={input} {...field(input)} />
    return (
      <Select key={input} {...field(input)}>
        {stateCodes.map((code) => (
          <option key={code}>{code}</option>
        ))}
      </Select>
    )
  }

  return (
    <Panel title={address ? accountTexts.changeAddress : accountTexts.newAddress}>
      <ErrorSummary errors={formState.errors} />
      <PostForm className={stack} id={formId} onInput={maskFields}>
        {/* Enter presses a form's first button: that must be the one that saves. */}
        <button type="submit" {...intentProps} className={visuallyHidden} tabIndex={-1} aria-hidden="true" />
        <input type="hidden" name="redirectTo" value={returnTo} />
        {address && <input type="hidden" name="id" value={address.id} />}
        <input
          type="hidden"
          name={streetPairFieldNames.page}
          value={formState.getFieldValue(streetPairFieldNames.page, formatStreetPair(values.zipcode, values.street))}
        />
        {formState.errorCode === 'address.doubtful' && (
          <input
            type="hidden"
            name={streetPairFieldNames.confirmed}
            value={formatStreetPair(formState.getFieldValue('zipcode'), formState.getFieldValue('street'))}
          />
        )}
        {rows.map((row) =>
          row.length > 1 ? (
            <div key={row[0]} className={alignedFieldPair}>
              {row.map(drawField)}
            </div>
          ) : (
            row.map(drawField)
          ),
        )}
        <Button {...intentProps}>{texts.save}</Button>
      </PostForm>
    </Panel>
  )
}

/** The row that an input begins. What has no label is not for people. */
function listRow(input: string): Input[][] {
  if (!isLabelled(input)) return []
  const pair = pairs.find((inputs) => inputs.includes(input))
  return pair ? (pair[0] === input ? [pair] : []) : [[input]]
}

const isLabelled = (input: string): input is Input => Object.hasOwn(accountFieldTexts, input)
