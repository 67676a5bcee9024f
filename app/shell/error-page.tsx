import { isRouteErrorResponse } from '@remix-run/react'
import type { ReactNode } from 'react'
import { centred } from '../styles/shared.css.ts'
import { errorTexts as texts } from '../texts/pages.ts'
import { Breadcrumb } from '../ui/breadcrumb/breadcrumb.tsx'
import { ButtonLink } from '../ui/button/button.tsx'
import { EmptyState } from '../ui/empty-state/empty-state.tsx'

/** The status an error is shown with: the response's own, or 500 for unexpected errors. */
export function getErrorStatus(error: unknown): number {
  return isRouteErrorResponse(error) ? error.status : 500
}

/** Statuses of calls that lead to the fatal page (specification, section 8). */
const fatalStatuses = [404, 500, 501, 502, 503, 504, 505]

type ErrorData = { message?: string; links?: { name: string; href: string }[] }

type ErrorPageProps = {
  error: unknown
  /** A call made by scripts failed, not the page itself. */
  isFetchError?: boolean
  /** The id that the shopper can quote when asking for help. */
  supportReference?: ReactNode
}

/** The specification's error page: status, the two texts and a link home; and the error's message. */
export function ErrorPage({ error, isFetchError, supportReference }: ErrorPageProps) {
  const status = getErrorStatus(error)
  const { message: errorMessage, links } = (isRouteErrorResponse(error) && (error.data as ErrorData | null)) || {}
  return (
    <>
      <Breadcrumb items={[{ name: texts.breadcrumbHome, href: '/' }, { name: String(status) }]} />
      <EmptyState
        statusCode={status}
        headingLevel={1}
        title={isFetchError && fatalStatuses.includes(status) ? texts.fatalTitle : texts.heading}
        actions={<ButtonLink href="/">{texts.home}</ButtonLink>}
      >
        {errorMessage && (status !== 404 || links) && <>{errorMessage} </>}
        {texts.text}
      </EmptyState>
      {links && (
        <nav aria-label={texts.alternatives} className={centred}>
          {texts.alternatives}
          {links.map(({ name, href }) => (
            <p key={href}>
              <a href={href}>{name}</a>
            </p>
          ))}
        </nav>
      )}
      {status >= 500 && supportReference}
    </>
  )
}
