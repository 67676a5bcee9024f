import type { ReactNode } from 'react'
import { Icon, type IconName } from '../icon/icon.tsx'
import * as css from './chips.css.ts'

type ChipProps = {
  href: string
  icon?: IconName
  isCurrent?: boolean
  /** What it removes, for screen readers, such as "Remover filtro: até R$ 60"; shows a cross. */
  removeLabel?: string
  children: ReactNode
}

/** A short link in a frame. */
export function Chip({ href, icon, isCurrent, removeLabel, children }: ChipProps) {
  return (
    <a className={css.chip} href={href} aria-current={isCurrent ? 'page' : undefined} aria-label={removeLabel}>
      {icon && <Icon name={icon} />}
      {children}
      {removeLabel && <Icon name="close" />}
    </a>
  )
}

type ChipsProps = {
  label: string
  items: { name: string; href: string; icon?: IconName; isCurrent?: boolean }[]
}

/** Chips in a line, such as subcategories; it scrolls where they don't fit. */
export function Chips({ label, items }: ChipsProps) {
  return (
    <nav className={css.chips} aria-label={label}>
      {items.map(({ name, ...chip }) => [
        <Chip key={chip.href} {...chip}>
          {name}
        </Chip>,
        ' ',
      ])}
    </nav>
  )
}
