import { useFetcher, useLocation } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { stack } from '../styles/shared.css.ts'
import { coverageNoticeTexts } from '../texts/coverage-notice.ts'
import { zipcodeTexts as texts } from '../texts/delivery.ts'
import { AddressChoice, type AddressChoiceProps } from '../ui/address-choice/address-choice.tsx'
import { Button } from '../ui/button/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { TextField } from '../ui/field/field.tsx'
import { type FormActionData, toFormState } from '../ui/field/form-fields.ts'
import { maskFields } from '../ui/field/masks.ts'
import { AccountField } from '../ui/post-form/post-form.tsx'
import { DeliveryAlertForm } from './delivery-alert-form.tsx'

/** A product to add once the postal code is known. */
export type PendingProduct = { id: string; quantity: string }

/** The hidden fields of the postal code's form: the page to return to, and perhaps a product to add. */
type ZipcodeFormFields = { redirectTo: string } & Partial<PendingProduct>

type ZipcodeDialogProps = {
  hiddenFields: ZipcodeFormFields
  /** May have addresses to choose from. */
  isCustomer: boolean
  onClose: () => void
}

/** The forms of /cep in a dialog: the same fields and responses, without leaving the page. */
export function ZipcodeDialog({ hiddenFields, isCustomer, onClose }: ZipcodeDialogProps) {
  const fetcher = useFetcher<FormActionData>()
  const { data: addressChoice, load } = useFetcher<AddressChoiceProps & { email: string }>()
  const { errorCode, message, getFieldValue } = toFormState(fetcher.data)
  const { key: locationKey } = useLocation()
  const initialLocationKey = useRef(locationKey)
  const wasSubmitted = useRef(false)
  const handleSubmit = () => {
    wasSubmitted.current = true
  }
  // An accepted code redirects back to the page, a refused one returns the reason. The fetcher's states can't tell: where
  // scripts are slow, React may render only the last of them.
  useEffect(() => {
    if (wasSubmitted.current && locationKey !== initialLocationKey.current) onClose()
  }, [locationKey, onClose])

  useEffect(() => {
    if (isCustomer) load('/cep')
  }, [isCustomer, load])

  const hiddenInputs = Object.entries(hiddenFields).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ))
  return (
    <Dialog open onOpenChange={onClose} title={texts.title} size="narrow">
      <p>{hiddenFields.id ? texts.pendingProductHint : texts.intro}</p>
      <fetcher.Form
        className={stack}
        method="post"
        action="/cep"
        onSubmit={handleSubmit}
        onInput={maskFields}
        noValidate
      >
        <AccountField />
        {hiddenInputs}
        <TextField
          id="cep-dialogo"
          label={texts.label}
          name="zipcode"
          required
          autoFocus
          inputMode="numeric"
          autoComplete="postal-code"
          placeholder={texts.placeholder}
          data-mask="zipcode"
          error={message}
        />
        <Button size="big">{texts.confirm}</Button>
        <a href={texts.lookupUrl}>{texts.lookupLink}</a>
      </fetcher.Form>
      {errorCode === 'zipcode.uncovered' && (
        <DeliveryAlertForm
          key={getFieldValue('zipcode')}
          zipcode={getFieldValue('zipcode').replace(/\D/g, '')}
          returnTo={hiddenFields.redirectTo}
          email={addressChoice?.email}
          message={coverageNoticeTexts.emailInvitation}
        />
      )}
      {addressChoice && addressChoice.addresses.length > 0 && (
        <fetcher.Form className={stack} method="post" action="/cep" onSubmit={handleSubmit}>
          <AccountField />
          {hiddenInputs}
          <AddressChoice addresses={addressChoice.addresses} chosenAddressId={addressChoice.chosenAddressId} />
        </fetcher.Form>
      )}
    </Dialog>
  )
}
