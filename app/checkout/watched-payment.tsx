import { useRevalidator } from '@remix-run/react'
import { type ReactNode, useEffect } from 'react'
import { useHydrated } from '../client/hydrated.ts'
import { muted, small, stack } from '../styles/shared.css.ts'
import { pixTexts as texts } from '../texts/checkout.ts'
import { formatMoney } from '../texts/format.ts'
import { Button } from '../ui/button/button.tsx'
import { Message } from '../ui/message/message.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { PurchaseSteps } from '../ui/steps/purchase-steps.tsx'
import { amount, either, unseen } from './pix-payment.css.ts'

/** Polling interval with scripts, in milliseconds; without scripts the browser refreshes the page, in seconds. */
const askEvery = 5000
const refreshEvery = 15

/** The headers with which a browser refreshes a page by itself, unless its address says that it should not. */
export function refreshing({ url }: Request): { refreshes: boolean; headers: Record<string, string> } {
  const refreshes = new URL(url).searchParams.get('atualizar') !== 'nao'
  return { refreshes, headers: refreshes ? { Refresh: String(refreshEvery) } : {} }
}

/** Of the Navigation API's event, what is used. `info` marks a reload of the shop's own (`client/fetch-errors.ts`). */
interface Navigate {
  userInitiated: boolean
  info: unknown
  destination: { url: string }
}

/**
 * Polls the payment's status, and cancels the browser's own refresh where it can be distinguished from a shopper's click.
 * (`window.stop()` would cancel that click too.)
 */
function useWatchedPayment(): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    // The Navigation API, where supported; elsewhere the page is simply refreshed.
    const navigation = 'navigation' in window ? (window.navigation as EventTarget) : null
    const keepPage = (event: Event) => {
      const { userInitiated, info, destination } = event as Event & Navigate
      if (!userInitiated && !info && destination.url === location.href) event.preventDefault()
    }
    navigation?.addEventListener('navigate', keepPage)
    const timer = setInterval(revalidate, askEvery)
    // A form was submitted: a late polling response must not redirect elsewhere.
    const leave = () => clearInterval(timer)
    document.addEventListener('submit', leave)
    return () => {
      navigation?.removeEventListener('navigate', keepPage)
      document.removeEventListener('submit', leave)
      leave()
    }
  }, [revalidate])
}

interface WatchedPaymentProps {
  title: string
  needsPrescription: boolean
  /** Who says to have paid already is told that it has not arrived. */
  isNotYet: boolean
  children: ReactNode
}

/** A page that waits for a payment. */
export function WatchedPayment({ title, needsPrescription, isNotYet, children }: WatchedPaymentProps) {
  useWatchedPayment()
  return (
    <div className={stack}>
      <PurchaseSteps at="payment" needsPrescription={needsPrescription} />
      <h1>{title}</h1>
      {isNotYet && (
        <Message tone="info" role="status">
          <p>{texts.notYet}</p>
        </Message>
      )}
      {children}
    </div>
  )
}

export function AmountDue({ cents }: { cents: number }) {
  return (
    <p>
      {texts.amount}
      <br />
      <b className={amount}>{formatMoney(cents)}</b>
    </p>
  )
}

/** For who has paid already; and how the page learns of it by itself. */
export function AlreadyPaid(props: { page: string; refreshes: boolean }) {
  return (
    <>
      <PostForm>
        <Button variant="outline" size="wide">
          {texts.alreadyPaid}
        </Button>
      </PostForm>
      <Refreshing {...props} />
    </>
  )
}

/** How the page learns of the payment, with a link that stops and starts its refreshing. */
function Refreshing({ page, refreshes }: { page: string; refreshes: boolean }) {
  const hydrated = useHydrated()
  return (
    <div className={`${either} ${muted} ${small}`}>
      <p className={hydrated ? unseen : undefined}>
        {refreshes ? texts.refreshing : texts.refreshingStopped}{' '}
        <a href={refreshes ? `${page}?atualizar=nao` : page}>
          {refreshes ? texts.stopRefreshing : texts.startRefreshing}
        </a>
      </p>
      <p className={hydrated ? undefined : unseen}>{texts.watching}</p>
    </div>
  )
}
