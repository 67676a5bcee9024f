import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { safeRedirect } from '../http/safe-redirect.ts'
import { loadVisitor } from '../http/visitor.server.ts'
import { titleOf } from '../seo/page-title.ts'
import { CoverageNotice } from '../shell/coverage-notice.tsx'
import { narrow } from '../styles/narrow.css.ts'
import { stack } from '../styles/shared.css.ts'
import { coverageTexts } from '../texts/coverage-notice.ts'
import { zipcodeTexts as texts } from '../texts/delivery.ts'
import { formatZipcode } from '../texts/format.ts'
import { AddressChoice } from '../ui/address-choice/address-choice.tsx'
import { Button } from '../ui/button/button.tsx'
import { ErrorSummary } from '../ui/error-summary/error-summary.tsx'
import { TextField } from '../ui/field/field.tsx'
import { formStateOf } from '../ui/field/form-fields.ts'
import { maskFields } from '../ui/field/masks.ts'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { parsePendingAdd, setDeliveryLocation } from './delivery.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { destination, isCovered, customer } = await loadVisitor(args)
  return {
    isUncovered: destination !== null && !isCovered,
    email: customer?.email ?? '',
    zipcode: destination?.zipcode ?? null,
    addresses: customer ? await args.context.shop.addresses.listAddresses(customer.id) : [],
    chosenId: destination?.addressId ?? null,
    ...parsePendingAdd(new URL(args.request.url).searchParams),
  }
}

export const action = setDeliveryLocation

export const meta: MetaFunction = ({ matches }) => [{ title: titleOf(matches, texts.title) }]

export default function ZipcodePage() {
  const loaded = useLoaderData<typeof loader>()
  const { code, message, fieldValue } = formStateOf(useActionData<typeof action>())
  const redirectTo = safeRedirect(fieldValue('redirectTo', loaded.redirectTo))
  const [id, quantity] = [fieldValue('id', loaded.id), fieldValue('quantity', loaded.quantity)]
  // A right code, only not served: no field to correct, but an e-mail to leave.
  const isOutside = code === 'zipcode.uncovered'
  const fieldError = isOutside ? undefined : message
  const pending = (
    <>
      <input type="hidden" name="redirectTo" value={redirectTo} />
      {id && <input type="hidden" name="id" value={id} />}
      {id && <input type="hidden" name="quantity" value={quantity || '1'} />}
    </>
  )
  return (
    <div className={`${narrow} ${stack}`}>
      <h1>{texts.title}</h1>
      <ErrorSummary errors={message ? [{ id: isOutside ? undefined : 'zipcode', message }] : []} />
      <OutsideNotice {...loaded} redirectTo={redirectTo} isSaid={isOutside} />
      <Panel as="div">
        <p>{id ? texts.pending : texts.intro}</p>
        <PostForm className={stack} onInput={maskFields} noValidate>
          {pending}
          <TextField
            label={texts.label}
            hint={texts.hint}
            name="zipcode"
            required
            inputMode="numeric"
            autoComplete="postal-code"
            placeholder={texts.placeholder}
            maxLength={12}
            data-mask="zipcode"
            defaultValue={fieldValue('zipcode', loaded.zipcode ? formatZipcode(loaded.zipcode) : '')}
            error={fieldError}
          />
          <Button size="big">{texts.confirm}</Button>
        </PostForm>
        <p>
          <a href={texts.lookupUrl}>{texts.lookup}</a>
        </p>
      </Panel>
      {loaded.addresses.length > 0 && (
        <Panel as="div">
          <PostForm className={stack}>
            {pending}
            <AddressChoice addresses={loaded.addresses} chosenId={loaded.chosenId} />
          </PostForm>
        </Panel>
      )}
    </div>
  )
}

type OutsideNoticeProps = Pick<Awaited<ReturnType<typeof loader>>, 'isUncovered' | 'zipcode' | 'email'> & {
  redirectTo: string
  /** The page says already that nothing is delivered there. */
  isSaid: boolean
}

function OutsideNotice({ isUncovered, zipcode, email, redirectTo, isSaid }: OutsideNoticeProps) {
  if (!isUncovered || !zipcode) return null
  return (
    <Panel as="div">
      <CoverageNotice
        zipcode={zipcode}
        redirectTo={redirectTo}
        email={email}
        {...(isSaid && { message: coverageTexts.ask })}
      />
    </Panel>
  )
}
