import { type SubmissionResult, useForm } from '@conform-to/react'
import type { Address } from '#server/addresses/addresses.ts'
import { stack, visuallyHidden } from '../styles/shared.css.ts'
import { accountTexts, registrationTexts, addressTexts as texts } from '../texts/account.ts'
import { formatZipcode } from '../texts/format.ts'
import { Button } from '../ui/button/button.tsx'
import { ErrorSummary } from '../ui/error-summary/error-summary.tsx'
import { Select, TextField } from '../ui/field/field.tsx'
import { errorsOf, fieldProps } from '../ui/field/form-fields.ts'
import { maskFields } from '../ui/field/masks.ts'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { evenPair } from './address-book.css.ts'
import { useStreetWatcher } from './street-watcher.ts'

const states = 'AC AL AM AP BA CE DF ES GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO'.split(' ')

type Names =
  | 'full_name'
  | 'phone'
  | 'zipcode'
  | 'address_type'
  | 'street'
  | 'number'
  | 'complement'
  | 'neighborhood'
  | 'city'
  | 'state'

type AddressFormProps = {
  /** Null for a new address. */
  edited: Address | null
  redirectTo: string
  /** What is known of a new one: the postal code that was given, and its street. */
  known: Partial<Address>
  /** Who receives, too: the customer has told no name yet. */
  asksName: boolean
  lastResult: SubmissionResult | undefined
}

/** Adds or changes an address. The street is filled in from the postal code: by a button, with scripts automatically. */
export function AddressForm({ edited, redirectTo, known, asksName, lastResult }: AddressFormProps) {
  const [form, fields] = useForm<Record<Names, string>>({
    id: 'endereco',
    lastResult,
    defaultNoValidate: false,
    defaultValue: edited
      ? { ...edited, address_type: edited.addressType, zipcode: formatZipcode(edited.zipcode) }
      : {
          address_type: texts.defaultType,
          city: 'São Paulo',
          state: 'SP',
          ...known,
          ...(known.zipcode && { zipcode: formatZipcode(known.zipcode) }),
        },
  })
  useStreetWatcher(form.id, '/minha-conta/rua')
  const { zipcode, address_type, street, number, complement, neighborhood, city, state } = fields
  return (
    <Panel title={edited ? accountTexts.changeAddress : accountTexts.newAddress}>
      <ErrorSummary errors={errorsOf(form)} />
      <PostForm className={stack} id={form.id} onInput={maskFields}>
        {/* Enter presses a form's first button: that must be the one that saves. */}
        <button type="submit" className={visuallyHidden} tabIndex={-1} aria-hidden="true" />
        <input type="hidden" name="redirectTo" value={redirectTo} />
        {edited && <input type="hidden" name="id" value={edited.id} />}
        {asksName && (
          <>
            <TextField
              {...fieldProps(fields.full_name)}
              label={texts.receiver}
              autoComplete="name"
              required
              maxLength={160}
            />
            <TextField
              {...fieldProps(fields.phone)}
              label={registrationTexts.phone}
              hint={registrationTexts.phoneHint}
              type="tel"
              data-mask="phone"
              autoComplete="tel"
              required
              maxLength={24}
            />
          </>
        )}
        <TextField
          {...fieldProps(zipcode)}
          label={texts.zipcode}
          placeholder="00000-000"
          inputMode="numeric"
          autoComplete="postal-code"
          data-mask="zipcode"
          required
          maxLength={12}
          action={
            <Button variant="outline" name="intent" value="fill" formNoValidate>
              {texts.fill}
            </Button>
          }
        />
        <TextField {...fieldProps(address_type)} label={texts.type} hint={texts.typeHint} maxLength={40} />
        <TextField {...fieldProps(street)} label={texts.street} autoComplete="address-line1" required maxLength={120} />
        <div className={evenPair}>
          <TextField {...fieldProps(number)} label={texts.number} required maxLength={20} />
          <TextField
            {...fieldProps(complement)}
            label={texts.complement}
            optional
            autoComplete="address-line2"
            maxLength={80}
          />
        </div>
        <TextField
          {...fieldProps(neighborhood)}
          label={texts.neighborhood}
          autoComplete="address-level3"
          required
          maxLength={80}
        />
        <div className={evenPair}>
          <TextField {...fieldProps(city)} label={texts.city} autoComplete="address-level2" required maxLength={80} />
          <Select {...fieldProps(state)} label={texts.state} autoComplete="address-level1">
            {states.map((code) => (
              <option key={code}>{code}</option>
            ))}
          </Select>
        </div>
        <Button>{texts.save}</Button>
      </PostForm>
    </Panel>
  )
}
