import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { createShopAction, defineShopForm } from '../http/handle-forms.server.ts'
import { buildNoStoreHeaders, createFlashMessage, isShopError, throwAsErrorPage } from '../http/responses.server.ts'
import { loadVisitor } from '../http/visitor.server.ts'
import { buildPageTitle } from '../seo/page-title.ts'
import { stack } from '../styles/shared.css.ts'
import { bagMessages } from '../texts/bag-messages.ts'
import { couponLinkTexts as texts } from '../texts/coupon-link.ts'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { ErrorSummary } from '../ui/error-summary/error-summary.tsx'
import { toFormState } from '../ui/field/form-fields.ts'
import { Message } from '../ui/message/message.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { bagPath } from './checkout-paths.ts'

const shopPath = '/'

/** Changes nothing: chats open a link for their preview. */
export async function loader(args: LoaderFunctionArgs) {
  const { customer } = await loadVisitor(args)
  const { shop, clientNetwork } = args.context
  try {
    await shop.bags.coupons.assertCouponExists(readCode(args), clientNetwork)
    const { coupon, refusal } = await shop.bags.coupons.findCouponOffer(readCode(args), customer?.id)
    const { code, title, minimumCents, lastDay } = coupon
    return data(
      { code, title, refusal, conditions: texts.conditions({ minimumCents, lastDay }) },
      { headers: buildNoStoreHeaders() },
    )
  } catch (error) {
    if (!isShopError(error) || error.status === 429) throwAsErrorPage(error)
    throw data({ message: error.message, links: [{ name: texts.toShop, href: shopPath }] }, 404)
  }
}

export const headers = buildNoStoreHeaders

const readCode = ({ params }: Pick<LoaderFunctionArgs, 'params'>) => params.code ?? ''

const useCouponForm = defineShopForm({
  intent: 'use',
  async run({ args, shop, visitor: { bag, branch, customer } }) {
    await shop.bags.coupons.assertCouponExists(readCode(args), args.context.clientNetwork)
    return shop.bags.applyLinkedCoupon(bag, branch.id, readCode(args), customer?.id)
  },
  respond: (_, bag) =>
    bag.lines.length > 0
      ? { to: bagPath, bag, flash: createFlashMessage('ok', bagMessages.couponApplied) }
      : { to: shopPath, bag, flash: createFlashMessage('ok', texts.couponWaits(bag.couponCode ?? '')) },
})

export const action = createShopAction(useCouponForm)

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  { title: buildPageTitle(matches, texts.title(data?.code ?? '')) },
  { name: 'robots', content: 'noindex' },
]

export default function CouponLinkPage() {
  const { code, title, refusal, conditions } = useLoaderData<typeof loader>()
  const { errors } = toFormState(useActionData<typeof action>())
  return (
    <div className={stack}>
      <h1>{texts.title(code)}</h1>
      <ErrorSummary errors={errors} />
      {refusal === null ? (
        <Panel as="div">
          <PostForm className={stack} action={`/cupom/${encodeURIComponent(code)}`}>
            {title && <p>{title}</p>}
            {conditions && <p>{conditions}</p>}
            <div>
              <Button size="big" name="intent" value="use">
                {texts.use}
              </Button>
            </div>
          </PostForm>
        </Panel>
      ) : (
        <>
          <Message tone="warn" title={refusal} />
          <div>
            <ButtonLink href={shopPath}>{texts.toShop}</ButtonLink>
          </div>
        </>
      )}
    </div>
  )
}
