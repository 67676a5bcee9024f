import { Icon, type IconName } from '../icon/icon.tsx'
import { features } from './feature-list.css.ts'

/** The shop's promises, each with an icon (delivery, care, payment): side by side where there is room. */
export function FeatureList({ items }: { items: { icon: IconName; title: string; text: string }[] }) {
  return (
    <ul className={features}>
      {items.map(({ icon, title, text }) => (
        <li key={title}>
          <Icon name={icon} />
          <p>
            <b>{title}</b>
            <span>{text}</span>
          </p>
        </li>
      ))}
    </ul>
  )
}
