import type { Address } from '#server/addresses/addresses.ts'
import { outdent, row, stack } from '../styles/shared.css.ts'
import { accountTexts as texts } from '../texts/account.ts'
import { formatAddressLine, formatShortAddress, formatZipcode } from '../texts/format.ts'
import { AddressForm, type AddressInputs } from '../ui/address-form/address-form.tsx'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { Columns } from '../ui/columns/columns.tsx'
import { FieldSet } from '../ui/field/field.tsx'
import type { FormState } from '../ui/field/form-fields.ts'
import { LinkifiedText } from '../ui/linkified-text/linkified-text.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { RadioCard } from '../ui/radio-card/radio-card.tsx'

type AddressBookProps = {
  addresses: Address[]
  /** The one deliveries go to. */
  deliveryAddressId: number | null
  /** The one that the form changes; null for a new one. */
  addressToEdit: Address | null
  /** The page that sent the customer here to add one. */
  redirectTo: string
  prefill: Partial<Address>
  /** The customer has not given a name yet. */
  isNameMissing: boolean
  formState: FormState
  inputs: AddressInputs
}

/** The customer's addresses, the chosen one marked, and the form that adds or changes one. */
export function AddressBook({
  addresses,
  deliveryAddressId,
  addressToEdit,
  redirectTo,
  prefill,
  isNameMissing,
  formState,
  inputs,
}: AddressBookProps) {
  return (
    <Columns layout="even">
      <Panel title={texts.addresses}>
        {addresses.length === 0 ? (
          <p>{texts.noAddresses}</p>
        ) : (
          <PostForm className={stack}>
            <FieldSet legend={texts.deliverTo}>
              {addresses.map((address) => (
                <div key={address.id}>
                  <RadioCard
                    name="address_id"
                    value={address.id}
                    required
                    defaultChecked={address.id === deliveryAddressId || addresses.length === 1}
                    label={formatShortAddress(address)}
                    detail={
                      <LinkifiedText
                        text={`${formatAddressLine(address)}, ${address.city}, ${address.state}, ${formatZipcode(address.zipcode)}`}
                      />
                    }
                  />
                  <div className={`${row} ${outdent}`}>
                    <Button
                      variant="text"
                      name="remove"
                      value={address.id}
                      formNoValidate
                      aria-label={`${texts.remove} ${address.addressType}, ${address.street}`}
                    >
                      {texts.remove}
                    </Button>
                    <ButtonLink
                      variant="text"
                      href={`/minha-conta?section=endereco&id=${address.id}#endereco`}
                      aria-label={`${texts.change} ${address.addressType}, ${address.street}`}
                    >
                      {texts.change}
                    </ButtonLink>
                  </div>
                </div>
              ))}
            </FieldSet>
            <input type="hidden" name="redirectTo" value="/minha-conta?section=endereco" />
            <Button variant="outline" formAction="/cep">
              {texts.deliverHere}
            </Button>
          </PostForm>
        )}
        <p>
          <a href="/minha-conta?section=endereco#endereco">{addressToEdit ? texts.addAnother : texts.newAddress}</a>
        </p>
      </Panel>
      <AddressForm
        key={addressToEdit?.id}
        address={addressToEdit}
        returnTo={redirectTo}
        prefill={prefill}
        needsName={isNameMissing && !addressToEdit}
        formState={formState}
        inputs={inputs}
      />
    </Columns>
  )
}
