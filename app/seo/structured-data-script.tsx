import { useDocumentContext } from '../document/document-context.ts'
import { toWritableText } from '../texts/writable-text.ts'

/**
 * schema.org's JSON-LD, as a loader made it. In the body, beside what it repeats: in the head it would be too far from that to
 * be compressed with it. None where data are to be saved.
 */
export function StructuredDataScript({ graph }: { graph: object[] }) {
  const { hasScripts } = useDocumentContext()
  if (!hasScripts) return null
  const json = JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }, (_, value) =>
    typeof value === 'string' ? toWritableText(value) : value,
  )
  return (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON whose tags are escaped
      dangerouslySetInnerHTML={{ __html: json.replaceAll('<', '\\u003c') }}
    />
  )
}
