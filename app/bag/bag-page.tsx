import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { createShopAction } from '../http/handle-forms.server.ts'
import { createNoindexMeta } from '../seo/page-title.ts'
import { CheckoutLayout } from '../shell/checkout-layout.tsx'
import type { RouteHandle } from '../shell/route-handle.ts'
import { bagTexts, summaryTexts } from '../texts/bag.ts'
import { toFormState } from '../ui/field/form-fields.ts'
import { BagStep } from './bag-step.tsx'
import { loadBagStep, loadSummary } from './bag-steps.server.ts'
import {
  continueToSummaryForm,
  openNewAddressForm,
  placeFirstOrderForm,
  placeOrderForm,
  removeLaboratoryDiscountForm,
  updateSummaryChoicesForm,
} from './checkout-forms.server.ts'
import {
  applyCouponForm,
  clearBagForm,
  removeCouponForm,
  removeLineForm,
  restoreLinesForm,
  shareBagForm,
  updateQuantityForm,
} from './line-forms.server.ts'
import { SummaryStep } from './summary-step.tsx'

export async function loader(args: LoaderFunctionArgs) {
  if (new URL(args.request.url).searchParams.get('etapa') === 'resumo') {
    const { headers, ...summary } = await loadSummary(args)
    return data({ step: 'summary' as const, summary }, { headers })
  }
  const { headers, ...bagStep } = await loadBagStep(args)
  return data({ step: 'bag' as const, ...bagStep }, { headers })
}

/** The summary is the next step of the same page. */
export const handle: RouteHandle = {
  Layout: CheckoutLayout,
  hasLayout: (data) => (data as { step?: string } | undefined)?.step === 'summary',
}

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders

export const action = createShopAction(
  placeFirstOrderForm,
  placeOrderForm,
  updateSummaryChoicesForm,
  removeLaboratoryDiscountForm,
  applyCouponForm,
  updateQuantityForm,
  removeLineForm,
  clearBagForm,
  restoreLinesForm,
  shareBagForm,
  removeCouponForm,
  openNewAddressForm,
  continueToSummaryForm,
)

export const meta = createNoindexMeta<typeof loader>((data) =>
  data?.step === 'summary' ? summaryTexts.title : bagTexts.title,
)

export default function BagPage() {
  const stepData = useLoaderData<typeof loader>()
  const formState = toFormState(useActionData<typeof action>())
  return stepData.step === 'summary' ? (
    <SummaryStep {...stepData.summary} formState={formState} />
  ) : (
    <BagStep {...stepData} formState={formState} />
  )
}
