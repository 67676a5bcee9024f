import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireCustomer } from '../http/access.server.ts'
import { createCustomerAction } from '../http/handle-forms.server.ts'
import { buildNoStoreHeaders } from '../http/responses.server.ts'
import { safeRedirect } from '../http/safe-redirect.ts'
import { readSavedFormResult } from '../http/saved-form.server.ts'
import { createNoindexMeta } from '../seo/page-title.ts'
import {
  addAddressForm,
  addFirstAddressForm,
  describeAddressInputs,
  fillStreetForm,
  loadAddressPrefill,
} from '../shell/address-forms.server.ts'
import { CheckoutLayout } from '../shell/checkout-layout.tsx'
import { loadReviewedBag } from '../shell/reviewed-bag.server.ts'
import type { RouteHandle } from '../shell/route-handle.ts'
import { narrowColumn } from '../styles/narrow.css.ts'
import { stack } from '../styles/shared.css.ts'
import { bagTexts as texts } from '../texts/bag.ts'
import { AddressForm } from '../ui/address-form/address-form.tsx'
import { toFormState } from '../ui/field/form-fields.ts'
import { PurchaseSteps } from '../ui/steps/purchase-steps.tsx'

/** An address for the bag, which offers it then as the one that was picked. */
export async function loader(args: LoaderFunctionArgs) {
  const { customer, destination } = await requireCustomer(args)
  const addresses = await args.context.shop.addresses.listAddresses(customer.id)
  return {
    prefill: await loadAddressPrefill(args, addresses, destination?.zipcode),
    needsName: customer.firstName === '',
    inputs: describeAddressInputs(args.context.shop),
    returnTo: safeRedirect(new URL(args.request.url).searchParams.get('redirectTo'), '/checkout/sacola'),
    needsPrescription: (await loadReviewedBag(args)).requiresPrescription,
    savedResult: readSavedFormResult(args, customer),
  }
}

export const action = createCustomerAction(addFirstAddressForm, fillStreetForm, addAddressForm)

export const headers = buildNoStoreHeaders
export const meta = createNoindexMeta(texts.addressLegend)

export const handle: RouteHandle = { Layout: CheckoutLayout }

export default function NewAddressPage() {
  const { savedResult, needsPrescription, ...formProps } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  return (
    <div className={stack}>
      <PurchaseSteps currentStep="bag" needsPrescription={needsPrescription} />
      <div className={`${narrowColumn} ${stack}`}>
        <h1>{texts.addressLegend}</h1>
        <AddressForm
          {...formProps}
          address={null}
          formState={toFormState(actionData ?? (savedResult && { intent: 'add', result: savedResult }))}
        />
        <p>
          <a href="/checkout/sacola">{texts.backToBag}</a>
        </p>
      </div>
    </div>
  )
}
