import { useFetcher, useLocation } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { stack } from '../styles/shared.css.ts'
import { coverageTexts } from '../texts/coverage-notice.ts'
import { zipcodeTexts as texts } from '../texts/delivery.ts'
import { AddressChoice, type AddressChoiceProps } from '../ui/address-choice/address-choice.tsx'
import { Button } from '../ui/button/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { TextField } from '../ui/field/field.tsx'
import { type FormReply, formStateOf } from '../ui/field/form-fields.ts'
import { maskFields } from '../ui/field/masks.ts'
import { AccountField } from '../ui/post-form/post-form.tsx'
import { CoverageNotice } from './coverage-notice.tsx'

/** A product to add once the postal code is known. */
export type PendingProduct = { id: string; quantity: string }

/** Where the postal code leads: the page to return to, and perhaps a product to add. */
type PendingZipcode = { redirectTo: string } & Partial<PendingProduct>

type ZipcodeDialogProps = {
  pending: PendingZipcode
  /** May have addresses to choose from. */
  isCustomer: boolean
  onClose: () => void
}

/** The forms of /cep in a dialog: the same fields and responses, without leaving the page. */
export function ZipcodeDialog({ pending, isCustomer, onClose }: ZipcodeDialogProps) {
  const fetcher = useFetcher<FormReply>()
  const { data: choice, load } = useFetcher<AddressChoiceProps & { email: string }>()
  const { code, message, fieldValue } = formStateOf(fetcher.data)
  const { key } = useLocation()
  const openingKey = useRef(key)
  const isSent = useRef(false)
  const markAsSent = () => {
    isSent.current = true
  }
  // An accepted code redirects back to the page, a refused one returns the reason. The fetcher's states can't tell: where
  // scripts are slow, React may render only the last of them.
  useEffect(() => {
    if (isSent.current && key !== openingKey.current) onClose()
  }, [key, onClose])

  useEffect(() => {
    if (isCustomer) load('/cep')
  }, [isCustomer, load])

  const pendingFields = Object.entries(pending).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ))
  return (
    <Dialog open onOpenChange={onClose} title={texts.title} size="narrow">
      <p>{pending.id ? texts.pending : texts.intro}</p>
      <fetcher.Form className={stack} method="post" action="/cep" onSubmit={markAsSent} onInput={maskFields} noValidate>
        <AccountField />
        {pendingFields}
        <TextField
          id="cep-dialogo"
          label={texts.label}
          name="zipcode"
          required
          autoFocus
          inputMode="numeric"
          autoComplete="postal-code"
          placeholder={texts.placeholder}
          maxLength={12}
          data-mask="zipcode"
          error={message}
        />
        <Button size="big">{texts.confirm}</Button>
        <a href={texts.lookupUrl}>{texts.lookup}</a>
      </fetcher.Form>
      {code === 'zipcode.uncovered' && (
        <CoverageNotice
          key={fieldValue('zipcode')}
          zipcode={fieldValue('zipcode').replace(/\D/g, '')}
          redirectTo={pending.redirectTo}
          email={choice?.email}
          message={coverageTexts.ask}
        />
      )}
      {choice && choice.addresses.length > 0 && (
        <fetcher.Form className={stack} method="post" action="/cep" onSubmit={markAsSent}>
          <AccountField />
          {pendingFields}
          <AddressChoice addresses={choice.addresses} chosenId={choice.chosenId} />
        </fetcher.Form>
      )}
    </Dialog>
  )
}
