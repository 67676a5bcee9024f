import type { ComponentProps } from 'react'
import { counterTexts as texts } from '../texts/counter.ts'
import { Select } from '../ui/field/field.tsx'

type Props = Omit<ComponentProps<typeof Select>, 'name' | 'children'> & { branches: { id: number; name: string }[] }

/** One branch, or all of them ('' in the field `loja`). */
export function BranchSelect({ branches, ...select }: Props) {
  return (
    <Select {...select} name="loja">
      <option value="">{texts.allBranches}</option>
      {branches.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  )
}
