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
  /** Of the schemas of address and receiver. */
  inputs: Record<string, InputHints>
}

/** Adds or changes an address. The street is filled in from the postal code: by a button, with scripts automatically. */
export function AddressForm({ address, returnTo, prefill, needsName, formState, inputs }: AddressFormProps) {
  const shownAddress = address ?? { addressType: texts.defaultType, city: 'São Paulo', state: 'SP', ...prefill }
  const values = { ...shownAddress, zipcode: formatZipcode(shownAddress.zipcode ?? '') }
  const field = createFieldProps<keyof typeof accountFieldTexts>({
    inputs,
    texts: accountFieldTexts,
    values,
    state: formState,
  })
  useZipcodeLookup(formId, '/minha-conta/rua')
  const intentProps = { name: 'intent', value: address ? 'change' : needsName ? 'first' : 'add' }
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
        {needsName && (
          <>
            <TextField {...field('fullName')} />
            <TextField {...field('phone')} />
          </>
        )}
        <TextField
          {...field('zipcode')}
          actionButton={
            <Button variant="outline" name="intent" value="fill" formNoValidate>
              {texts.fillAddress}
            </Button>
          }
        />
        <TextField {...field('addressType')} isOptional={false} required={false} />
        <TextField {...field('street')} />
        <div className={alignedFieldPair}>
          <TextField {...field('number')} />
          <TextField {...field('complement')} />
        </div>
        <TextField {...field('neighborhood')} />
        <div className={alignedFieldPair}>
          <TextField {...field('city')} />
          <Select {...field('state')}>
            {stateCodes.map((code) => (
              <option key={code}>{code}</option>
            ))}
          </Select>
        </div>
        <Button {...intentProps}>{texts.save}</Button>
      </PostForm>
    </Panel>
  )
}
