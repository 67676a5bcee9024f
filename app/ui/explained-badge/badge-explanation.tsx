import { type BadgeKind, badgePageTexts, badgeTexts as texts } from '../../texts/badges.ts'
import { ButtonLink } from '../button/button.tsx'

export type BadgeExplanationProps = {
  badgeKind: BadgeKind
  /** The product whose badge it is: a laboratory discount is requested per product. */
  productId?: number | undefined
}

/** What a badge means, in its dialog and on its page. */
export function BadgeExplanation({ badgeKind, productId }: BadgeExplanationProps) {
  return (
    <>
      {texts[badgeKind].paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {badgeKind === 'laboratorio' && productId !== undefined && (
        <p>
          <ButtonLink href={`/desconto-laboratorio?id=${productId}`}>{badgePageTexts.checkDiscount}</ButtonLink>
        </p>
      )}
    </>
  )
}
