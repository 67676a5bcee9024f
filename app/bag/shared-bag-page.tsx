import { data, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { reportEvent } from '../http/analytics.server.ts'
import { createShopAction, defineShopForm } from '../http/handle-forms.server.ts'
import { buildNoStoreHeaders, createFlashMessage } from '../http/responses.server.ts'
import { loadVisitor } from '../http/visitor.server.ts'
import { defaultPicturePath } from '../seo/page-head.ts'
import { buildPageTitle } from '../seo/page-title.ts'
import { findSite } from '../seo/site.ts'
import { listStockMessages } from '../shell/bag-forms.server.ts'
import { muted, small, stack } from '../styles/shared.css.ts'
import { bagTexts } from '../texts/bag.ts'
import { formatDeliveryTime } from '../texts/delivery-promise.ts'
import { formatDay } from '../texts/format.ts'
import { refusals } from '../texts/refusals.ts'
import { sharedBagTexts as texts } from '../texts/shared-bag.ts'
import { BagLines } from '../ui/bag-line/bag-lines.tsx'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { Columns } from '../ui/columns/columns.tsx'
import { ErrorSummary } from '../ui/error-summary/error-summary.tsx'
import { toFormState } from '../ui/field/form-fields.ts'
import { Message } from '../ui/message/message.tsx'
import { OrderSummary } from '../ui/order-summary/order-summary.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { ActionBar } from './action-bar.tsx'
import { isPrescriptionRequirementMet } from './bag-steps.server.ts'
import { bagPath } from './checkout-paths.ts'
import { DeliveryEstimate } from './delivery-estimate.tsx'
import { readSharedBagLink, toSharedBagPath, toUnavailableMessages } from './shared-bag.server.ts'

/** Changes nothing: chats open a link for their preview. */
export async function loader(args: LoaderFunctionArgs) {
  const visitor = await loadVisitor(args)
  const { lines, lastDay } = readSharedBagLink(args)
  const reviewedBag = await args.context.shop.bags.reviewBag({ lines }, visitor.branch.id)
  const isRequirementMet =
    visitor.customer !== null && (await isPrescriptionRequirementMet(args.context, visitor.customer.id, reviewedBag))
  return data(
    {
      reviewedBag,
      needsPrescription: reviewedBag.requiresPrescription && !isRequirementMet,
      lineCount: lines.length,
      lastDay,
      unavailableMessages: toUnavailableMessages(reviewedBag),
      pagePath: toSharedBagPath(args),
      deliveryTime: visitor.isCovered ? formatDeliveryTime(visitor.branch, args.context.shop.clock.now()) : null,
      zipcode: visitor.destination?.zipcode ?? null,
      currentBagUnitCount: visitor.bag.lines.reduce((units, { quantity }) => units + quantity, 0),
    },
    { headers: buildNoStoreHeaders() },
  )
}

export const headers = buildNoStoreHeaders

const copySharedBagForm = defineShopForm({
  intent: 'use',
  async run({ args, shop, visitor }) {
    const { lines } = readSharedBagLink(args)
    const { bag, destination } = visitor
    if (!destination) throw redirect(`/cep?redirectTo=${encodeURIComponent(toSharedBagPath(args))}`, 303)
    return shop.bags.mergeSharedBag(bag, destination.branchId, lines)
  },
  respond({ args }, { review: reviewedBag, isFull }) {
    const messages = [...(isFull ? [refusals['bag.full']()] : []), ...listStockMessages(reviewedBag)]
    const flash =
      messages.length > 0 ? createFlashMessage('error', ...messages) : createFlashMessage('ok', texts.inBagMessage)
    return { to: bagPath, bag: reviewedBag.bag, flash: { ...flash, event: reportEvent(args, { name: 'add_to_cart' }) } }
  },
})

export const action = createShopAction(copySharedBagForm)

/** A chat's preview says that there is a bag, not what is in it. */
export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const title = buildPageTitle(matches, texts.title)
  const { origin = '', shop } = findSite(matches) ?? {}
  return [
    { title },
    { name: 'robots', content: 'noindex' },
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: texts.title },
    ...(data ? [{ property: 'og:description', content: texts.description(data.lineCount) }] : []),
    { property: 'og:image', content: origin + defaultPicturePath },
    { property: 'og:site_name', content: shop?.name ?? '' },
  ]
}

export default function SharedBagPage() {
  const {
    reviewedBag,
    needsPrescription,
    lastDay,
    unavailableMessages,
    pagePath,
    deliveryTime,
    zipcode,
    currentBagUnitCount,
  } = useLoaderData<typeof loader>()
  const { errors } = toFormState(useActionData<typeof action>())
  const hasLines = reviewedBag.lines.length > 0
  return (
    <div className={stack}>
      <h1>{texts.title}</h1>
      <p className={muted}>{texts.intro(formatDay(lastDay))}</p>
      <ErrorSummary errors={errors} />
      <Columns layout="aside">
        <div className={stack}>
          <Panel as="div">
            <DeliveryEstimate
              deliveryTime={deliveryTime}
              zipcode={zipcode}
              zipcodeHref={`/cep?redirectTo=${encodeURIComponent(pagePath)}`}
              unknownZipcodeText={texts.zipcodeHint}
            />
          </Panel>
          {unavailableMessages.length > 0 && (
            <Message tone="warn" title={texts.unavailableTitle}>
              {unavailableMessages.map((message) => (
                <p key={message}>{message}</p>
              ))}
            </Message>
          )}
          {hasLines && (
            <Panel hiddenTitle={texts.products}>
              <BagLines lines={reviewedBag.lines} />
            </Panel>
          )}
          {needsPrescription && (
            <Message title={texts.prescription}>
              <p>{texts.prescriptionHint}</p>
            </Message>
          )}
        </div>
        {hasLines ? (
          <PostForm className={stack} action={pagePath}>
            <Panel as="aside" title={texts.summary}>
              <OrderSummary
                lines={toSummaryLines(reviewedBag)}
                totalCents={reviewedBag.totalCents}
                totalLabel={texts.total}
              />
              {currentBagUnitCount > 0 && <p className={small}>{texts.unitsKept(currentBagUnitCount)}</p>}
              <p className={`${muted} ${small}`}>{texts.privacyHint}</p>
            </Panel>
            <ActionBar label={texts.total} amountCents={reviewedBag.totalCents}>
              <Button size="big" name="intent" value="use">
                {texts.useBag}
              </Button>
            </ActionBar>
          </PostForm>
        ) : (
          <div>
            <ButtonLink href="/categoria/medicamentos">{texts.seeProducts}</ButtonLink>
          </div>
        )}
      </Columns>
    </div>
  )
}

/** Without the delivery, whose fee depends on the address. */
function toSummaryLines({ unitCount, itemsCents, discountCents }: LoaderData['reviewedBag']) {
  return [
    { label: bagTexts.productCount(unitCount), amount: itemsCents },
    ...(discountCents > 0 ? [{ label: bagTexts.discounts, amount: -discountCents }] : []),
  ]
}

type LoaderData = ReturnType<typeof useLoaderData<typeof loader>>
