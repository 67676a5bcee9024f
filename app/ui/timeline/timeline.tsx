import type { ReactNode } from 'react'
import { visuallyHidden } from '../../styles/shared.css.ts'
import { componentTexts as texts } from '../../texts/components.ts'
import { timeline } from './timeline.css.ts'

export type TimelineStep = {
  name: string
  /** When it was reached, or is expected. */
  time: string
  state: 'done' | 'current' | 'ahead'
  /** What happens there. */
  note?: ReactNode
}

/** The progress of an order: completed, current and upcoming steps. */
export function Timeline({ steps }: { steps: TimelineStep[] }) {
  return (
    <ol className={timeline}>
      {steps.map(({ name, time, state, note }) => (
        <li key={`${name} ${time}`} data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
          {state === 'current' ? <b>{name}</b> : name}
          {state === 'done' && <span className={visuallyHidden}>{texts.stepDoneSuffix}</span>} <span>{time}</span>
          {note && <p>{note}</p>}
        </li>
      ))}
    </ol>
  )
}
