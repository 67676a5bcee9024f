import type { Address } from '#server/addresses/addresses.ts'
import { accountTexts as texts } from '../../texts/account.ts'
import { formatShortAddress } from '../../texts/format.ts'
import { Button } from '../button/button.tsx'
import { FieldSet } from '../field/field.tsx'
import { RadioCard } from '../radio-card/radio-card.tsx'

export type AddressChoiceProps = {
  addresses: Address[]
  /** The one deliveries go to. */
  chosenAddressId: number | null
}

/** The customer's addresses as radio cards, the chosen one checked: the contents of a form that posts to /cep. */
export function AddressChoice({ addresses, chosenAddressId }: AddressChoiceProps) {
  return (
    <>
      <FieldSet legend={texts.addresses}>
        {addresses.map((address) => (
          <RadioCard
            key={address.id}
            name="address_id"
            value={address.id}
            required
            defaultChecked={address.id === chosenAddressId || addresses.length === 1}
            label={formatShortAddress(address)}
          />
        ))}
      </FieldSet>
      <Button variant="outline">{texts.deliverHere}</Button>
      <a href="/minha-conta?section=endereco#endereco">{texts.newAddress}</a>
    </>
  )
}
