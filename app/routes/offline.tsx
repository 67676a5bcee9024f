import type { MetaFunction } from '@remix-run/node'
import { ButtonLink } from '../components/button/button.tsx'
import { EmptyState } from '../components/empty-state/empty-state.tsx'
import { titleOf } from '../page-title.ts'
import { offlineTexts as texts } from '../texts/pages.ts'

export const meta: MetaFunction = ({ matches }) => [
  { title: titleOf(matches, texts.title) },
  { name: 'robots', content: 'noindex' },
]

/** The page for a lost connection. Nothing shows it automatically, since there is no service worker (app/README.md). */
export default function OfflinePage() {
  return (
    <EmptyState icon="info" level={1} title={texts.title} actions={<ButtonLink href="/">{texts.again}</ButtonLink>}>
      {texts.text}
    </EmptyState>
  )
}
