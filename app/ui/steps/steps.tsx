import { visuallyHidden } from '../../styles/shared.css.ts'
import { componentTexts as texts } from '../../texts/components.ts'
import { steps as stepsClass } from './steps.css.ts'

type StepsProps = {
  /** A completed step may be a link back. */
  steps: { name: string; href?: string | undefined }[]
  currentIndex: number
}

/** The progress of a purchase. */
export function Steps({ steps, currentIndex }: StepsProps) {
  return (
    <ol className={stepsClass} aria-label={texts.steps}>
      {steps.map(({ name, href }, index) => (
        <li
          key={name}
          aria-current={index === currentIndex ? 'step' : undefined}
          data-done={index < currentIndex ? '' : undefined}
        >
          {index < currentIndex && href ? <a href={href}>{name}</a> : name}
          {index < currentIndex && <span className={visuallyHidden}>{texts.stepDoneSuffix}</span>}
        </li>
      ))}
    </ol>
  )
}
