import type { ReactNode } from 'react'
import { stack, visuallyHidden } from '../../styles/shared.css.ts'
import { panel } from './panel.css.ts'

type PanelProps = {
  /** Visible heading; a `hiddenTitle` is a heading for screen readers only. */
  title?: ReactNode
  headingLevel?: 1 | 2 | 3
  hiddenTitle?: string
  id?: string
  as?: 'section' | 'aside' | 'div'
  children: ReactNode
}

/** A card with a heading and its contents below. An `aside` is a landmark named by its heading. */
export function Panel({ title, headingLevel = 2, hiddenTitle, id, as: Box = 'section', children }: PanelProps) {
  const Heading = `h${headingLevel}` as const
  return (
    <Box
      className={`${stack} ${panel}`}
      id={id}
      aria-label={Box === 'aside' && typeof title === 'string' ? title : undefined}
    >
      {title && <Heading>{title}</Heading>}
      {hiddenTitle && <Heading className={visuallyHidden}>{hiddenTitle}</Heading>}
      {children}
    </Box>
  )
}
