import { visuallyHidden } from '../../styles/shared.css.ts'
import { componentTexts as texts } from '../../texts/components.ts'
import { steps as stepsClass } from './steps.css.ts'

type StepsProps = {
  /** A completed step may be a link back. */
  steps: { name: string; href?: string | undefined }[]
  /** The index of the current step. */
  current: number
}

/** The progress of a purchase. */
export function Steps({ steps, current }: StepsProps) {
  return (
    <ol className={stepsClass} aria-label={texts.steps}>
      {steps.map(({ name, href }, index) => (
        <li
          key={name}
          aria-current={index === current ? 'step' : undefined}
          data-done={index < current ? '' : undefined}
        >
          {index < current && href ? <a href={href}>{name}</a> : name}
          {index < current && <span className={visuallyHidden}>{texts.stepDone}</span>}
        </li>
      ))}
    </ol>
  )
}
