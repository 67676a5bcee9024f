import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { safeRedirect } from '../http/safe-redirect.ts'
import { loadVisitor } from '../http/visitor.server.ts'
import { buildPageTitle } from '../seo/page-title.ts'
import { DeliveryAlertForm } from '../shell/delivery-alert-form.tsx'
import { narrowColumn } from '../styles/narrow.css.ts'
import { stack } from '../styles/shared.css.ts'
import { coverageNoticeTexts } from '../texts/coverage-notice.ts'
import { zipcodeTexts as texts } from '../texts/delivery.ts'
import { formatZipcode } from '../texts/format.ts'
import { AddressChoice } from '../ui/address-choice/address-choice.tsx'
import { Button } from '../ui/button/button.tsx'
import { ErrorSummary } from '../ui/error-summary/error-summary.tsx'
import { TextField } from '../ui/field/field.tsx'
import { toFormState } from '../ui/field/form-fields.ts'
import { maskFields } from '../ui/field/masks.ts'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { parseDestinationFollowUp, selectDestinationAction } from './delivery.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { destination, isCovered, customer } = await loadVisitor(args)
  return {
    isOutsideCoverage: destination !== null && !isCovered,
    email: customer?.email ?? '',
    zipcode: destination?.zipcode ?? null,
    addresses: customer ? await args.context.shop.addresses.listAddresses(customer.id) : [],
    chosenAddressId: destination?.addressId ?? null,
    ...parseDestinationFollowUp(new URL(args.request.url).searchParams),
  }
}

export const action = selectDestinationAction

export const meta: MetaFunction = ({ matches }) => [{ title: buildPageTitle(matches, texts.title) }]

export default function DeliveryPage() {
  const loaderData = useLoaderData<typeof loader>()
  const { errorCode, message, getFieldValue } = toFormState(useActionData<typeof action>())
  const redirectTo = safeRedirect(getFieldValue('redirectTo', loaderData.redirectTo))
  const [productId, quantity] = [getFieldValue('id', loaderData.id), getFieldValue('quantity', loaderData.quantity)]
  // A right code, only not served: no field to correct, but an e-mail to leave.
  const isUncoveredZipcodeError = errorCode === 'zipcode.uncovered'
  const fieldError = isUncoveredZipcodeError ? undefined : message
  const hiddenFields = (
    <>
      <input type="hidden" name="redirectTo" value={redirectTo} />
      {productId && <input type="hidden" name="id" value={productId} />}
      {productId && <input type="hidden" name="quantity" value={quantity || '1'} />}
    </>
  )
  return (
    <div className={`${narrowColumn} ${stack}`}>
      <h1>{texts.title}</h1>
      <ErrorSummary errors={message ? [{ id: isUncoveredZipcodeError ? undefined : 'zipcode', message }] : []} />
      <OutsideCoveragePanel
        {...loaderData}
        redirectTo={redirectTo}
        isUncoveredZipcodeErrorShown={isUncoveredZipcodeError}
      />
      <Panel as="div">
        <p>{productId ? texts.pendingProductHint : texts.intro}</p>
        <PostForm className={stack} onInput={maskFields} noValidate>
          {hiddenFields}
          <TextField
            label={texts.label}
            hint={texts.hint}
            name="zipcode"
            required
            inputMode="numeric"
            autoComplete="postal-code"
            placeholder={texts.placeholder}
            data-mask="zipcode"
            defaultValue={getFieldValue('zipcode', loaderData.zipcode ? formatZipcode(loaderData.zipcode) : '')}
            error={fieldError}
          />
          <Button size="big">{texts.confirm}</Button>
        </PostForm>
        <p>
          <a href={texts.lookupUrl}>{texts.lookupLink}</a>
        </p>
      </Panel>
      {loaderData.addresses.length > 0 && (
        <Panel as="div">
          <PostForm className={stack}>
            {hiddenFields}
            <AddressChoice addresses={loaderData.addresses} chosenAddressId={loaderData.chosenAddressId} />
          </PostForm>
        </Panel>
      )}
    </div>
  )
}

type OutsideCoveragePanelProps = Pick<Awaited<ReturnType<typeof loader>>, 'isOutsideCoverage' | 'zipcode' | 'email'> & {
  redirectTo: string
  /** The page says already that nothing is delivered there. */
  isUncoveredZipcodeErrorShown: boolean
}

function OutsideCoveragePanel({
  isOutsideCoverage,
  zipcode,
  email,
  redirectTo,
  isUncoveredZipcodeErrorShown,
}: OutsideCoveragePanelProps) {
  if (!isOutsideCoverage || !zipcode) return null
  return (
    <Panel as="div">
      <DeliveryAlertForm
        zipcode={zipcode}
        returnTo={redirectTo}
        email={email}
        {...(isUncoveredZipcodeErrorShown && { message: coverageNoticeTexts.emailInvitation })}
      />
    </Panel>
  )
}
