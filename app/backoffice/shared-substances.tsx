import { sharedSubstanceHint } from '../texts/backoffice/orders.ts'
import { bagTexts } from '../texts/bag.ts'
import { Message } from '../ui/message/message.tsx'

/** What the bag told the customer, too. */
export function SharedSubstances({ sharedSubstances }: { sharedSubstances: { substance: string; names: string[] }[] }) {
  return sharedSubstances.map(({ substance, names }) => (
    <Message key={substance} tone="warn" title={bagTexts.sharedSubstanceTitle(names)}>
      <p>{sharedSubstanceHint(substance)}</p>
    </Message>
  ))
}
