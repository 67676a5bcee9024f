import { type MouseEvent, useState } from 'react'
import { isPlainClick } from '../../client/plain-click.ts'
import { badgeTexts as texts } from '../../texts/badges.ts'
import { Badge } from '../badge/badge.tsx'
import { LazyDialog } from '../dialog/lazy-dialog.tsx'
import { BadgeExplanation, type BadgeExplanationProps } from './badge-explanation.tsx'

const iconByBadgeKind = { receita: 'prescription', laboratorio: 'tag', 'laboratorio-na-loja': 'tag' } as const

/** A badge that links to its explanation: a page, or with scripts a dialog. */
export function ExplainedBadge({ badgeKind, productId }: BadgeExplanationProps) {
  const href = `/selos/${badgeKind}${productId === undefined ? '' : `?produto=${productId}`}`
  const [isOpen, setIsOpen] = useState(false)
  const handleClick = (event: MouseEvent) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    setIsOpen(true)
  }
  return (
    <>
      <a href={href} onClick={handleClick} data-enhanced>
        <Badge tone="info" icon={iconByBadgeKind[badgeKind]}>
          {texts[badgeKind].badge}
        </Badge>
      </a>
      <LazyDialog open={isOpen} onOpenChange={setIsOpen} pageHref={href} title={texts[badgeKind].title}>
        <BadgeExplanation badgeKind={badgeKind} productId={productId} />
      </LazyDialog>
    </>
  )
}
