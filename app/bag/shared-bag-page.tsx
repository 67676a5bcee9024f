import { data, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { reportEvent } from '../http/analytics.server.ts'
import { noFields } from '../http/define-form.server.ts'
import { shopAction, shopForm } from '../http/handle-forms.server.ts'
import { flashMessage, noStoreHeaders } from '../http/responses.server.ts'
import { loadVisitor } from '../http/visitor.server.ts'
import { defaultPicturePath } from '../seo/page-head.ts'
import { titleOf } from '../seo/page-title.ts'
import { siteOf } from '../seo/site.ts'
import { stockMessages } from '../shell/bag-forms.server.ts'
import { muted, small, stack } from '../styles/shared.css.ts'
import { bagTexts } from '../texts/bag.ts'
import { deliveryHours, deliveryTexts } from '../texts/delivery.ts'
import { formatDay, formatZipcode } from '../texts/format.ts'
import { refusals } from '../texts/refusals.ts'
import { sharedBagTexts as texts } from '../texts/shared-bag.ts'
import { BagLines } from '../ui/bag-line/bag-lines.tsx'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { Columns } from '../ui/columns/columns.tsx'
import { DeliveryTime } from '../ui/delivery-time/delivery-time.tsx'
import { ErrorSummary } from '../ui/error-summary/error-summary.tsx'
import { formStateOf } from '../ui/field/form-fields.ts'
import { Message } from '../ui/message/message.tsx'
import { OrderSummary } from '../ui/order-summary/order-summary.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { isPrescriptionSatisfied } from './bag-steps.server.ts'
import { NextStep } from './next-step.tsx'
import { bagPath } from './order-draft.ts'
import { readLink, sharedBagPath, unavailableItems } from './shared-bag.server.ts'

/** Changes nothing: chats open a link for their preview. */
export async function loader(args: LoaderFunctionArgs) {
  const visitor = await loadVisitor(args)
  const { lines, lastDay } = readLink(args)
  const review = await args.context.shop.bags.review({ lines }, visitor.branch.id)
  const isSatisfied =
    visitor.customer !== null && (await isPrescriptionSatisfied(args.context, visitor.customer.id, review))
  return data(
    {
      review,
      needsPrescription: review.requiresPrescription && !isSatisfied,
      size: lines.length,
      lastDay,
      absent: unavailableItems(review),
      page: sharedBagPath(args),
      delivery: visitor.isCovered ? deliveryHours(visitor.branch) : null,
      zipcode: visitor.destination?.zipcode ?? null,
      ownUnits: visitor.bag.lines.reduce((units, { quantity }) => units + quantity, 0),
    },
    { headers: noStoreHeaders() },
  )
}

export const headers = noStoreHeaders

const copySharedBag = shopForm({
  ...noFields,
  intent: 'use',
  async run({ args, shop, visitor }) {
    const { lines } = readLink(args)
    const { bag, destination } = visitor
    if (!destination) throw redirect(`/cep?redirectTo=${encodeURIComponent(sharedBagPath(args))}`, 303)
    return shop.bags.takeOver(bag, destination.branchId, lines)
  },
  next({ args }, { review, isFull }) {
    const messages = [...(isFull ? [refusals['bag.full']()] : []), ...stockMessages(review)]
    const flash = messages.length > 0 ? flashMessage('error', ...messages) : flashMessage('ok', texts.inBag)
    return { to: bagPath, bag: review.bag, flash: { ...flash, event: reportEvent(args, { name: 'add_to_cart' }) } }
  },
})

export const action = shopAction(copySharedBag)

/** A chat's preview says that there is a bag, not what is in it. */
export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const title = titleOf(matches, texts.title)
  const { origin = '', shop } = siteOf(matches) ?? {}
  return [
    { title },
    { name: 'robots', content: 'noindex' },
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: texts.title },
    ...(data ? [{ property: 'og:description', content: texts.description(data.size) }] : []),
    { property: 'og:image', content: origin + defaultPicturePath },
    { property: 'og:site_name', content: shop?.name ?? '' },
  ]
}

export default function SharedBagPage() {
  const { review, needsPrescription, lastDay, absent, page, delivery, zipcode, ownUnits } =
    useLoaderData<typeof loader>()
  const { errors } = formStateOf(useActionData<typeof action>())
  const hasLines = review.lines.length > 0
  return (
    <div className={stack}>
      <h1>{texts.title}</h1>
      <p className={muted}>{texts.lead(formatDay(lastDay))}</p>
      <ErrorSummary errors={errors} />
      <Columns ratio="aside">
        <div className={stack}>
          <Panel as="div">
            <Place delivery={delivery} zipcode={zipcode} page={page} />
          </Panel>
          {absent.length > 0 && (
            <Message tone="warn" title={texts.absent}>
              {absent.map((message) => (
                <p key={message}>{message}</p>
              ))}
            </Message>
          )}
          {hasLines && (
            <Panel label={texts.products}>
              <BagLines lines={review.lines} />
            </Panel>
          )}
          {needsPrescription && (
            <Message title={texts.prescription}>
              <p>{texts.prescriptionHint}</p>
            </Message>
          )}
        </div>
        {hasLines ? (
          <PostForm className={stack} action={page}>
            <Panel as="aside" title={texts.summary}>
              <OrderSummary lines={totalLines(review)} totalCents={review.totalCents} totalLabel={texts.total} />
              {ownUnits > 0 && <p className={small}>{texts.unitsKept(ownUnits)}</p>}
              <p className={`${muted} ${small}`}>{texts.private}</p>
            </Panel>
            <NextStep label={texts.total} amountCents={review.totalCents}>
              <Button size="big" name="intent" value="use">
                {texts.use}
              </Button>
            </NextStep>
          </PostForm>
        ) : (
          <div>
            <ButtonLink href="/categoria/medicamentos">{texts.shop}</ButtonLink>
          </div>
        )}
      </Columns>
    </div>
  )
}

/** Without the delivery, whose fee depends on the address. */
function totalLines({ units, itemsCents, discountCents }: Loaded['review']) {
  return [
    { label: bagTexts.productsCount(units), amount: itemsCents },
    ...(discountCents > 0 ? [{ label: bagTexts.discounts, amount: -discountCents }] : []),
  ]
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

function Place({ delivery, zipcode, page }: Pick<Loaded, 'delivery' | 'zipcode' | 'page'>) {
  const zipcodeHref = `/cep?redirectTo=${encodeURIComponent(page)}`
  if (zipcode === null) {
    return (
      <DeliveryTime hours={texts.zipcodeFirst}>
        <a href={zipcodeHref}>{deliveryTexts.askZipcode}</a>
      </DeliveryTime>
    )
  }
  const text = formatZipcode(zipcode)
  return (
    <DeliveryTime hours={delivery ?? deliveryTexts.uncovered(text)}>
      {delivery && `${deliveryTexts.zipcode(text)} `}
      <a href={zipcodeHref}>{deliveryTexts.changeZipcode}</a>
    </DeliveryTime>
  )
}
