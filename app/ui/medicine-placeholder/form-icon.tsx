import type { Placeholder } from '../../texts/presentation.ts'
import { Icon, type IconName } from '../icon/icon.tsx'

const icons: Record<Placeholder['form'], IconName> = {
  tablet: 'pill',
  drops: 'drop',
  syrup: 'bottle',
  ointment: 'tube',
  other: 'prescription',
}

/** A medicine's form as a line. */
export function FormIcon({ form }: Pick<Placeholder, 'form'>) {
  return <Icon name={icons[form]} />
}
