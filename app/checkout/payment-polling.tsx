import { useRevalidator } from '@remix-run/react'
import { type ReactNode, useEffect } from 'react'
import { useHydrated } from '../client/use-hydrated.ts'
import { muted, small, stack } from '../styles/shared.css.ts'
import { pixTexts as texts } from '../texts/checkout.ts'
import { formatMoney } from '../texts/format.ts'
import { Button } from '../ui/button/button.tsx'
import { Message } from '../ui/message/message.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { PurchaseSteps } from '../ui/steps/purchase-steps.tsx'
import { amountText, invisible, overlayGrid } from './pix-payment.css.ts'

/** Polling interval with scripts, in milliseconds; without scripts the browser refreshes the page, in seconds. */
const pollIntervalMs = 5000
const refreshIntervalSeconds = 15

/** The headers with which a browser refreshes a page by itself, unless its address says that it should not. */
export function readAutoRefresh({ url }: Request): { isAutoRefreshed: boolean; headers: Record<string, string> } {
  const isAutoRefreshed = new URL(url).searchParams.get('atualizar') !== 'nao'
  return { isAutoRefreshed, headers: isAutoRefreshed ? { Refresh: String(refreshIntervalSeconds) } : {} }
}

/** Of the Navigation API's event, what is used. `info` marks a reload of the shop's own (`client/fetch-errors.ts`). */
interface NavigateEvent {
  userInitiated: boolean
  info: unknown
  destination: { url: string }
}

/**
 * Polls the payment's status, and cancels the browser's own refresh where it can be distinguished from a shopper's click.
 * (`window.stop()` would cancel that click too.)
 */
function usePaymentPolling(): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    // The Navigation API, where supported; elsewhere the page is simply refreshed.
    const navigation = 'navigation' in window ? (window.navigation as EventTarget) : null
    const cancelAutoRefresh = (event: Event) => {
      const { userInitiated, info, destination } = event as Event & NavigateEvent
      if (!userInitiated && !info && destination.url === location.href) event.preventDefault()
    }
    navigation?.addEventListener('navigate', cancelAutoRefresh)
    const timer = setInterval(revalidate, pollIntervalMs)
    // A form was submitted: a late polling response must not redirect elsewhere.
    const stopPolling = () => clearInterval(timer)
    document.addEventListener('submit', stopPolling)
    return () => {
      navigation?.removeEventListener('navigate', cancelAutoRefresh)
      document.removeEventListener('submit', stopPolling)
      stopPolling()
    }
  }, [revalidate])
}

interface PaymentPollingLayoutProps {
  title: string
  /** Of an order that is placed; undefined where no purchase is under way. */
  needsPrescription?: boolean
  /** Shown when the shopper says they paid but no payment has arrived. */
  isStillUnpaid: boolean
  /** A payment may have arrived that the shop could not read. */
  isUnclear: boolean
  children: ReactNode
}

/** In place of what the order could be paid with: nobody should pay twice. */
export function UnclearPaymentMessage() {
  return (
    <Message tone="info" role="status" title={texts.unclearTitle}>
      <p>{texts.unclearHint}</p>
    </Message>
  )
}

/** A page that waits for a payment. */
export function PaymentPollingLayout(props: PaymentPollingLayoutProps) {
  const { title, needsPrescription, isStillUnpaid, isUnclear, children } = props
  usePaymentPolling()
  return (
    <div className={stack}>
      {needsPrescription !== undefined && <PurchaseSteps currentStep="payment" needsPrescription={needsPrescription} />}
      <h1>{title}</h1>
      {isStillUnpaid && !isUnclear && (
        <Message tone="info" role="status">
          <p>{texts.notPaidYet}</p>
        </Message>
      )}
      {isUnclear ? <UnclearPaymentMessage /> : children}
    </div>
  )
}

export function AmountDue({ cents }: { cents: number }) {
  return (
    <p>
      {texts.amount}
      <br />
      <b className={amountText}>{formatMoney(cents)}</b>
    </p>
  )
}

/** The 'I have paid' button, with a note on automatic checking. */
export function CheckPaymentForm(props: { path: string; isAutoRefreshed: boolean }) {
  return (
    <>
      <PostForm>
        <Button variant="outline" size="wide">
          {texts.alreadyPaid}
        </Button>
      </PostForm>
      <RefreshToggle {...props} />
    </>
  )
}

/** How the page learns of the payment, with a link that stops and starts its refreshing. */
function RefreshToggle({ path, isAutoRefreshed }: { path: string; isAutoRefreshed: boolean }) {
  const isHydrated = useHydrated()
  return (
    <div className={`${overlayGrid} ${muted} ${small}`}>
      <p className={isHydrated ? invisible : undefined}>
        {isAutoRefreshed ? texts.refreshHint : texts.refreshStoppedHint}{' '}
        <a href={isAutoRefreshed ? `${path}?atualizar=nao` : path}>
          {isAutoRefreshed ? texts.stopRefreshing : texts.startRefreshing}
        </a>
      </p>
      <p className={isHydrated ? undefined : invisible}>{texts.watchingHint}</p>
    </div>
  )
}
