import { type BadgeKind, badgePageTexts, badgeTexts as texts } from '../../texts/badges.ts'
import { ButtonLink } from '../button/button.tsx'

export type SealExplanationProps = {
  seal: BadgeKind
  /** The product whose badge it is: a laboratory discount is requested per product. */
  productId?: number | undefined
}

/** What a badge means, in its dialog and on its page. */
export function SealExplanation({ seal, productId }: SealExplanationProps) {
  return (
    <>
      {texts[seal].paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {seal === 'laboratorio' && productId !== undefined && (
        <p>
          <ButtonLink href={`/desconto-laboratorio?id=${productId}`}>{badgePageTexts.askLaboratory}</ButtonLink>
        </p>
      )}
    </>
  )
}
