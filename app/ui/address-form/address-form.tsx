import type { Address } from '#server/addresses/addresses.ts'
import { stack, visuallyHidden } from '../../styles/shared.css.ts'
import { accountTexts, registrationTexts, addressTexts as texts } from '../../texts/account.ts'
import { formatZipcode } from '../../texts/format.ts'
import { Button } from '../button/button.tsx'
import { ErrorSummary } from '../error-summary/error-summary.tsx'
import { Select, TextField } from '../field/field.tsx'
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
}

/** Adds or changes an address. The street is filled in from the postal code: by a button, with scripts automatically. */
export function AddressForm({ address, returnTo, prefill, needsName, formState }: AddressFormProps) {
  const initialValues: Record<string, string> = address
    ? toFieldValues(address)
    : { address_type: texts.defaultType, city: 'São Paulo', state: 'SP', ...toFieldValues(prefill) }
  const getFieldProps = (name: string) => ({
    id: name,
    name,
    defaultValue: formState.getFieldValue(name, initialValues[name]),
    error: formState.getFieldError(name),
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
          value={formState.getFieldValue(
            streetPairFieldNames.page,
            formatStreetPair(initialValues.zipcode, initialValues.street),
          )}
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
            <TextField
              {...getFieldProps('full_name')}
              label={texts.receiver}
              autoComplete="name"
              required
              maxLength={160}
            />
            <TextField
              {...getFieldProps('phone')}
              label={registrationTexts.phone}
              hint={registrationTexts.phoneHint}
              type="tel"
              data-mask="phone"
              autoComplete="tel"
              required
            />
          </>
        )}
        <TextField
          {...getFieldProps('zipcode')}
          label={texts.zipcode}
          placeholder="00000-000"
          inputMode="numeric"
          autoComplete="postal-code"
          data-mask="zipcode"
          required
          actionButton={
            <Button variant="outline" name="intent" value="fill" formNoValidate>
              {texts.fillAddress}
            </Button>
          }
        />
        <TextField {...getFieldProps('address_type')} label={texts.typeLabel} hint={texts.typeHint} maxLength={40} />
        <TextField
          {...getFieldProps('street')}
          label={texts.street}
          autoComplete="address-line1"
          required
          maxLength={120}
        />
        <div className={alignedFieldPair}>
          <TextField {...getFieldProps('number')} label={texts.number} required maxLength={20} />
          <TextField
            {...getFieldProps('complement')}
            label={texts.complement}
            isOptional
            autoComplete="address-line2"
            maxLength={80}
          />
        </div>
        <TextField
          {...getFieldProps('neighborhood')}
          label={texts.neighborhood}
          autoComplete="address-level3"
          required
          maxLength={80}
        />
        <div className={alignedFieldPair}>
          <TextField
            {...getFieldProps('city')}
            label={texts.city}
            autoComplete="address-level2"
            required
            maxLength={80}
          />
          <Select {...getFieldProps('state')} label={texts.state} autoComplete="address-level1">
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

function toFieldValues({ addressType, zipcode, ...address }: Partial<Address>): Record<string, string> {
  const fields = {
    ...address,
    ...(addressType && { address_type: addressType }),
    ...(zipcode && { zipcode: formatZipcode(zipcode) }),
  }
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]))
}
