import type { AnalyticsEvent } from '#server/analytics/analytics.ts'
import type { FlashMessage, FlashTarget } from '../http/cookie-values.server.ts'
import { getCookies, toSetCookieHeaders } from '../http/cookies.server.ts'
import { createAccountTag } from '../http/form-account.server.ts'
import type { RequestArgs } from '../http/load-context.ts'
import { getSiteOrigin } from '../http/origin.server.ts'
import { getShopLogo } from '../http/shop-logo.server.ts'
import { loadVisitor, type Visitor } from '../http/visitor.server.ts'
import type { Site } from '../seo/site.ts'
import { bagMessages } from '../texts/bag-messages.ts'
import { toCategoryPath } from '../texts/category-path.ts'
import { compareTrayTexts } from '../texts/compare-tray.ts'
import { formatClosedNotice } from '../texts/delivery-promise.ts'
import { formatMoney } from '../texts/format.ts'
import { defaultDeliveryEstimateMinutes, formatDeliveryEstimate, noticeTexts } from '../texts/pages.ts'
import { shellTexts } from '../texts/shell.ts'
import type { NoticeProps } from '../ui/notice/notice.tsx'
import type { ToastMessage } from '../ui/toast/toast.tsx'
import type { HeaderCategory, HeaderVisitor } from './header.tsx'
import { loadReviewedBag } from './reviewed-bag.server.ts'

/** What surrounds every page. */
export interface Shell extends Site {
  pharmacistChatHref: string
  categories: HeaderCategory[]
  visitor: HeaderVisitor
  notice: Pick<NoticeProps, 'kind' | 'text'> | null
  /** For whose account the page is made; left out for a visitor's. */
  accountTag?: string
  /** How many products are in the compare list. */
  compareCount: number
  toast: ToastMessage | null
  /** Whether guarded forms ask this visitor for a captcha. */
  requiresCaptcha: boolean
  /** Whether the visitor allows analytics. */
  hasAnalyticsConsent: boolean
  /** Events that the server has just counted, for the page's data layer. */
  analyticsEvents: AnalyticsEvent[]
}

export async function loadShell(args: RequestArgs) {
  const { shop } = args.context
  const cookies = getCookies(args)
  const { pathname, search } = new URL(args.request.url)
  const [visitor, categories] = await Promise.all([loadVisitor(args), shop.catalogue.listCategories()])
  const bag = pathname === '/checkout/sacola' ? (await loadReviewedBag(args)).bag : visitor.bag
  const notice = chooseNotice(visitor, shop.clock.now())
  const flash = cookies.read('flash')
  const shopLogo = getShopLogo(shop)
  const shell: Shell = {
    shop: {
      name: shop.profile.name,
      description: shop.profile.description,
      ...(shopLogo !== undefined && { logo: shopLogo }),
    },
    pharmacistChatHref: shop.profile.pharmacistChatUrl,
    origin: getSiteOrigin(args),
    categories: categories.map(({ id, name, slug }) => ({ id, name, href: toCategoryPath(slug) })),
    visitor: toHeaderVisitor({ ...visitor, bag }),
    ...(visitor.customer && { accountTag: createAccountTag(shop, 'customer', visitor.customer.id) }),
    compareCount: cookies.read('compareList')?.length ?? 0,
    notice: notice?.text === cookies.read('notice') ? null : notice,
    requiresCaptcha: shop.captcha.isEnabled && visitor.customer === null,
    hasAnalyticsConsent: cookies.read('consent') === 'analytics',
    analyticsEvents: flash?.event ? [{ event: flash.event }] : [],
    toast: flash && flash.beside?.path !== pathname ? toToast(flash, `${pathname}${search}`) : null,
  }
  const isSessionExpired = visitor.sessionToken !== null && !visitor.customer
  const headers = toSetCookieHeaders(shop, {
    ...Object.fromEntries(cookies.listUnusableNames().map((name) => [name, null])),
    // Shown once, by this page.
    ...(flash && { flash: null }),
    // The first page after signing in has it, if it is its own.
    ...(visitor.customer && cookies.read('savedForm') && { savedForm: null }),
    ...(isSessionExpired && { token: null }),
    ...(cookies.read('deviceId') === null && { deviceId: crypto.randomUUID() }),
  })
  return { shell, headers }
}

/** Out of coverage, else closed, else open (contract, section 4). */
function chooseNotice({ destination, isCovered, branch }: Visitor, now: Date): Shell['notice'] {
  if (destination && !isCovered) return { kind: 'outsideCoverage', text: noticeTexts.uncoveredNotice }
  if (!branch.isOpen) return { kind: 'closed', text: formatClosedNotice(branch.opensAt, now) }
  if (branch.notice !== null) return { kind: 'open', text: branch.notice }
  const estimateMinutes = destination ? branch.shippingEstimateMinutes : defaultDeliveryEstimateMinutes
  return { kind: 'open', text: formatDeliveryNotice(branch, formatDeliveryEstimate(estimateMinutes)) }
}

function formatDeliveryNotice(
  { deliveryFeeCents, freeDeliveryFromCents }: Visitor['branch'],
  estimateText: string,
): string {
  if (deliveryFeeCents === 0) return noticeTexts.freeDelivery(estimateText)
  const freeDeliveryFromText = freeDeliveryFromCents === null ? null : formatMoney(freeDeliveryFromCents)
  return noticeTexts.deliveryWithFee(estimateText, formatMoney(deliveryFeeCents), freeDeliveryFromText)
}

const nextStepLinks: Record<FlashTarget, NonNullable<ToastMessage['link']>> = {
  bag: { href: '/checkout/sacola', text: shellTexts.openBag },
  comparison: { href: '/comparar', text: compareTrayTexts.seeComparison },
}

function toToast({ messages, tone, leadsTo, canUndo }: FlashMessage, returnTo: string): ToastMessage | null {
  if (messages.length === 0) return null
  return {
    text: messages.join(' '),
    tone: tone === 'error' ? 'error' : 'ok',
    ...(leadsTo && { link: nextStepLinks[leadsTo] }),
    ...(canUndo && {
      undo: { text: bagMessages.undo, action: '/checkout/sacola', intent: 'restore', returnTo: returnTo },
    }),
  }
}

function toHeaderVisitor({
  bag,
  destination,
  isCovered,
  customer,
  favouriteIds,
  isBenefitUser,
}: Visitor): HeaderVisitor {
  return {
    firstName: customer?.firstName ?? null,
    zipcode: destination?.zipcode ?? null,
    isOutsideCoverage: destination !== null && !isCovered,
    bagUnitCount: bag.lines.reduce((unitCount, line) => unitCount + line.quantity, 0),
    favouriteCount: favouriteIds?.length ?? null,
    isBenefitUser,
  }
}
