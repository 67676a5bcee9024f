import type { ReactNode } from 'react'
import { visuallyHidden } from '../../styles/shared.css.ts'
import { componentTexts as texts } from '../../texts/components.ts'
import { Icon, type IconName } from '../icon/icon.tsx'
import { tones } from './badge.css.ts'

export type BadgeProps = {
  tone?: keyof typeof tones
  icon?: IconName
  children: ReactNode
}

/** A short word on a coloured background; the colour is never the only information. The space is for text browsers. */
export function Badge({ tone = 'plain', icon, children }: BadgeProps) {
  return (
    <>
      <span className={tones[tone]}>
        {icon && <Icon name={icon} />}
        {children}
      </span>{' '}
    </>
  )
}

/** `−15%`, read as "15% de desconto". */
export function DiscountBadge({ percent }: { percent: number }) {
  return (
    <Badge tone="discount">
      {texts.percent(percent)}
      <span className={visuallyHidden}>{texts.discountSuffix}</span>
    </Badge>
  )
}

/**
 * The stock in words (specification, section 4): out of stock, ten or fewer, enough.
 *
 * `isCompact`, for narrow cards, hides "unidades" visually, and shows nothing when there is enough.
 */
export function StockBadge({ stock, isCompact }: { stock: number; isCompact?: boolean | undefined }) {
  if (stock <= 0) return <Badge tone="muted">{texts.outOfStock}</Badge>
  if (stock > texts.lowStockLimit)
    return isCompact ? null : (
      <Badge tone="ok" icon="check">
        {texts.inStock}
      </Badge>
    )
  const [prefix, unit, suffix] = texts.lowStock(stock)
  return (
    <Badge tone={isCompact ? 'muted' : 'low'}>
      {isCompact ? (
        <>
          {prefix}
          <span className={visuallyHidden}>{unit}</span>
          {suffix}
        </>
      ) : (
        prefix + unit + suffix
      )}
    </Badge>
  )
}

export function PrescriptionBadge() {
  return (
    <Badge tone="info" icon="prescription">
      {texts.prescription}
    </Badge>
  )
}
