import type { ReactNode } from 'react'
import { componentTexts as texts } from '../../texts/components.ts'
import { Button } from '../button/button.tsx'
import { Icon } from '../icon/icon.tsx'
import { Picture } from '../picture/picture.tsx'
import { Price } from '../price/price.tsx'
import { Quantity } from '../quantity/quantity.tsx'
import { line } from './bag-line.css.ts'

type BagLineProps = {
  product: { id: number; name: string; pictureKey: string }
  href: string
  quantity: number
  /** Of the whole line, in whole cents. */
  priceCents: number
  fullPriceCents?: number | null
  badges?: ReactNode
  /**
   * Where the line's forms post: fields `id` and `quantity`, `intent` is `update` or `remove`. Left out, the line is
   * read-only, as in a summary or an order.
   */
  action?: string | undefined
  stock?: number
}

/** A product in the bag, or in an order. */
export function BagLine(props: BagLineProps) {
  const { product, href, quantity, priceCents, fullPriceCents, badges, action, stock } = props
  const titleId = `line-${product.id}`
  return (
    <li className={line}>
      <Picture pictureKey={product.pictureKey} width={160} alt="" priority="eager" />
      <div>
        <h3 id={titleId}>
          <a href={href}>{product.name}</a>
        </h3>
        {badges && <div>{badges}</div>}
      </div>
      {action ? (
        <form method="post" action={action} data-enhanced>
          <input type="hidden" name="id" value={product.id} />
          <Quantity
            key={quantity}
            id={`quantity-${product.id}`}
            label={texts.quantityOf(product.name)}
            describedBy={titleId}
            defaultValue={quantity}
            max={stock}
          />
          <Button variant="text" name="intent" value="update" aria-describedby={titleId}>
            {texts.update}
          </Button>
          <Button variant="text" name="intent" value="remove" aria-describedby={titleId}>
            <Icon name="trash" />
            {texts.remove}
          </Button>
        </form>
      ) : (
        <span>{texts.units(quantity)}</span>
      )}
      <Price priceCents={priceCents} fullPriceCents={fullPriceCents} />
    </li>
  )
}
