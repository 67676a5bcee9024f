import type { ComponentProps, ReactNode } from 'react'
import { useErrorTitle } from '../../client/error-title.ts'
import { Icon } from '../icon/icon.tsx'
import { tones } from './message.css.ts'

const iconByTone = { info: 'info', ok: 'check', warn: 'warning', error: 'warning' } as const

type MessageProps = {
  tone?: keyof typeof iconByTone
  /** A bold first line. */
  title?: ReactNode
  children?: ReactNode
} & Omit<ComponentProps<'div'>, 'title' | 'className'>

/** The styles of each tone, for messages with other contents. */
export const messageToneClasses = tones

/** A permanent message in one of four tones: information, success, warning, error. */
export function Message({ tone = 'info', title, children, ...divProps }: MessageProps) {
  useErrorTitle(tone === 'error' && divProps.role === 'alert')
  return (
    <div {...divProps} className={tones[tone]}>
      <Icon name={iconByTone[tone]} />
      <div>
        {title && <b>{title}</b>}
        {children}
      </div>
    </div>
  )
}
