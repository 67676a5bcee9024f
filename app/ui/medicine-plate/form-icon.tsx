import type { Plate } from '../../texts/presentation.ts'
import { Icon, type IconName } from '../icon/icon.tsx'

const icons: Record<Plate['form'], IconName> = {
  tablet: 'pill',
  drops: 'drop',
  syrup: 'bottle',
  ointment: 'tube',
  other: 'prescription',
}

/** A medicine's form as a line. */
export function FormIcon({ form }: Pick<Plate, 'form'>) {
  return <Icon name={icons[form]} />
}
