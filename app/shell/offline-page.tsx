import { createNoindexMeta } from '../seo/page-title.ts'
import { offlineTexts as texts } from '../texts/offline.ts'
import { ButtonLink } from '../ui/button/button.tsx'
import { EmptyState } from '../ui/empty-state/empty-state.tsx'

export const meta = createNoindexMeta(texts.title)

/** The page for a lost connection. Nothing shows it automatically, since there is no service worker (app/README.md). */
export default function OfflinePage() {
  return (
    <EmptyState
      icon="info"
      headingLevel={1}
      title={texts.title}
      actions={<ButtonLink href="/">{texts.retry}</ButtonLink>}
    >
      {texts.text}
    </EmptyState>
  )
}
