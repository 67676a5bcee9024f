import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useHydrated } from '../../client/hydrated.ts'
import { componentTexts as texts } from '../../texts/components.ts'
import { formOf } from '../../texts/presentation.ts'
import { Button } from '../button/button.tsx'
import { Icon } from '../icon/icon.tsx'
import { FormIcon } from '../medicine-placeholder/form-icon.tsx'
import { Picture, placeholderPictureKey } from '../picture/picture.tsx'
import { PostForm } from '../post-form/post-form.tsx'
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
  /** What was corrected in its quantity. */
  note?: string | undefined
  stock?: number
}

/** A product in the bag, or in an order. */
export function BagLine(props: BagLineProps) {
  const { product, href, quantity, priceCents, fullPriceCents, badges, action } = props
  const titleId = `line-${product.id}`
  return (
    <li className={line}>
      {product.pictureKey === placeholderPictureKey ? (
        <FormIcon form={formOf(product.name)} />
      ) : (
        <Picture pictureKey={product.pictureKey} width={160} alt="" eager />
      )}
      <div>
        <h3 id={titleId}>
          <a href={href}>{product.name}</a>
        </h3>
        {badges && <div>{badges}</div>}
      </div>
      {action ? <LineForm {...props} action={action} titleId={titleId} /> : <span>{texts.units(quantity)}</span>}
      <Price priceCents={priceCents} fullPriceCents={fullPriceCents} />
    </li>
  )
}

/** Without scripts 'Atualizar' sends a changed quantity; with them it is sent when it is final, and the button shows until then. */
function LineForm({ product, quantity, stock, note, action, titleId }: BagLineProps & { titleId: string }) {
  const form = useRef<HTMLFormElement>(null)
  const hydrated = useHydrated()
  const [wantedQuantity, setWantedQuantity] = useState(quantity)
  const lastSent = useRef(quantity)
  useEffect(() => {
    lastSent.current = quantity
    setWantedQuantity(quantity)
  }, [quantity])
  const submitQuantity = (value: number) => {
    if (value === lastSent.current) return
    lastSent.current = value
    form.current?.requestSubmit()
  }
  return (
    <PostForm ref={form} action={action} data-enhanced noValidate>
      <input type="hidden" name="id" value={product.id} />
      <Quantity
        id={`quantity-${product.id}`}
        label={texts.quantityOf(product.name)}
        describedBy={titleId}
        defaultValue={quantity}
        max={stock}
        note={note}
        onChange={setWantedQuantity}
        onSettled={submitQuantity}
      />
      <Button
        variant="text"
        name="intent"
        value="update"
        aria-describedby={titleId}
        data-settled={(hydrated && wantedQuantity === quantity) || undefined}
      >
        {texts.update}
      </Button>{' '}
      <Button variant="text" name="intent" value="remove" aria-describedby={titleId}>
        <Icon name="trash" />
        {texts.remove}
      </Button>
    </PostForm>
  )
}
