import { isRouteErrorResponse } from '@remix-run/react'
import type { ReactNode } from 'react'
import { errorTexts as texts } from '../texts/pages.ts'
import { Breadcrumb } from '../ui/breadcrumb/breadcrumb.tsx'
import { ButtonLink } from '../ui/button/button.tsx'
import { EmptyState } from '../ui/empty-state/empty-state.tsx'

/** The status an error is shown with: the refusal's own, or 500 for our own faults. */
export function errorStatus(error: unknown): number {
  return isRouteErrorResponse(error) ? error.status : 500
}

/** Statuses of calls that lead to the fatal page (specification, section 8). */
const fatal = [404, 500, 501, 502, 503, 504, 505]

type ErrorPageProps = {
  error: unknown
  /** A call made by scripts failed, not the page itself. */
  fromCall?: boolean
  /** The id that the shopper can quote when asking for help. */
  code?: ReactNode
}

/** The specification's error page: status, the two texts and a link home; and the refusal's sentence. */
export function ErrorPage({ error, fromCall, code }: ErrorPageProps) {
  const status = errorStatus(error)
  const reason = isRouteErrorResponse(error) ? (error.data as { message?: string } | null)?.message : undefined
  return (
    <>
      <Breadcrumb items={[{ name: texts.breadcrumbHome, href: '/' }, { name: String(status) }]} />
      <EmptyState
        code={status}
        level={1}
        title={fromCall && fatal.includes(status) ? texts.fatal : texts.heading}
        actions={<ButtonLink href="/">{texts.home}</ButtonLink>}
      >
        {reason && status !== 404 && <>{reason} </>}
        {texts.text}
      </EmptyState>
      {status >= 500 && code}
    </>
  )
}
