import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { cookieHeaders } from '../answers.server.ts'
import { stockSentences } from '../bag-forms.server.ts'
import { loadSummary, preselected, takeCheckoutForm } from '../checkout.server.ts'
import { BagStep } from '../components/bag-step/bag-step.tsx'
import { SummaryStep } from '../components/summary-step/summary-step.tsx'
import { cookiesOf } from '../cookies.server.ts'
import { titleOf } from '../page-title.ts'
import { bagTexts, summaryTexts } from '../texts/bag.ts'
import { visitorOf } from '../visitor.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  if (new URL(args.request.url).searchParams.get('etapa') === 'resumo') {
    return data({ step: 'summary' as const, summary: await loadSummary(args) })
  }
  const { shop } = args.context
  const visitor = await visitorOf(args)
  const [review, addresses, note] = await Promise.all([
    shop.bags.review(visitor.bag, visitor.branch.id),
    visitor.customer ? shop.addresses.listAddresses(visitor.customer.id) : null,
    cookiesOf(shop).readOrderNote(args.request.headers.get('Cookie')),
  ])
  const lost = stockSentences(review)
  return data(
    {
      step: 'bag' as const,
      review,
      lost,
      note,
      addresses,
      addressId: addresses && preselected(addresses, visitor),
    },
    // Saves the bag that the stock check changed.
    { headers: lost.length > 0 ? await cookieHeaders(shop, { bag: review.bag }) : {} },
  )
}

export const action = (args: ActionFunctionArgs) => takeCheckoutForm(args)

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  { title: titleOf(matches, data?.step === 'summary' ? summaryTexts.title : bagTexts.title) },
  { name: 'robots', content: 'noindex' },
]

export default function CheckoutPage() {
  const loaded = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const refusal = answer && 'refusal' in answer ? answer.refusal : null
  return loaded.step === 'summary' ? (
    <SummaryStep {...loaded.summary} refusal={refusal} />
  ) : (
    <BagStep {...loaded} refusal={refusal} />
  )
}
