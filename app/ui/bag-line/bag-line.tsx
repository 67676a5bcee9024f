import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useHydrated } from '../../client/use-hydrated.ts'
import { componentTexts as texts } from '../../texts/components.ts'
import { formatMoney } from '../../texts/format.ts'
import { promotionTexts } from '../../texts/promotions.ts'
import { Button } from '../button/button.tsx'
import { Icon } from '../icon/icon.tsx'
import { PostForm } from '../post-form/post-form.tsx'
import { Price } from '../price/price.tsx'
import { type PicturedProduct, ProductPicture } from '../product-picture/product-picture.tsx'
import { QuantityField } from '../quantity/quantity.tsx'
import { bagLine } from './bag-line.css.ts'

type BagLineProps = {
  product: PicturedProduct & { id: number }
  href: string
  quantity: number
  /** Of the whole line, in whole cents. */
  totalCents: number
  fullTotalCents?: number | null
  /** What promotions take off it, and what a few units more would. */
  promotions?: { title: string; cents: number }[]
  promotionHint?: string | null
  badges?: ReactNode
  /**
   * Where the line's forms post: fields `id` and `quantity`, `intent` is `update` or `remove`. Left out, the line is
   * read-only, as in a summary or an order.
   */
  action?: string | undefined
  /** What was corrected in its quantity. */
  quantityNote?: string | undefined
  stock?: number
}

export function BagLine(props: BagLineProps) {
  const { product, href, quantity, totalCents, fullTotalCents, promotions = [], promotionHint, badges, action } = props
  const titleId = `line-${product.id}`
  return (
    <li className={bagLine}>
      <ProductPicture product={product} width={160} alt="" isEager />
      <div>
        <h3 id={titleId}>
          <a href={href}>{product.name}</a>
        </h3>
        {badges && <div>{badges}</div>}
        {promotions.map(({ title, cents }) => (
          <small key={title}>{promotionTexts.applied(title, formatMoney(cents))}</small>
        ))}
        {promotionHint && <small>{promotionHint}</small>}
      </div>
      {action ? <BagLineForm {...props} action={action} titleId={titleId} /> : <span>{texts.unitCount(quantity)}</span>}
      <Price priceCents={totalCents} fullPriceCents={fullTotalCents} />
    </li>
  )
}

/** Without scripts 'Atualizar' sends a changed quantity; with them it is sent when it is final, and the button shows until then. */
function BagLineForm({ product, quantity, stock, quantityNote, action, titleId }: BagLineProps & { titleId: string }) {
  const formRef = useRef<HTMLFormElement>(null)
  const isHydrated = useHydrated()
  const [wantedQuantity, setWantedQuantity] = useState(quantity)
  const lastSentQuantity = useRef(quantity)
  useEffect(() => {
    lastSentQuantity.current = quantity
    setWantedQuantity(quantity)
  }, [quantity])
  const submitQuantity = (value: number) => {
    if (value === lastSentQuantity.current) return
    lastSentQuantity.current = value
    formRef.current?.requestSubmit()
  }
  return (
    <PostForm ref={formRef} action={action} data-enhanced noValidate>
      <input type="hidden" name="id" value={product.id} />
      <QuantityField
        id={`quantity-${product.id}`}
        label={texts.quantityLabel(product.name)}
        describedBy={titleId}
        defaultValue={quantity}
        maxQuantity={stock}
        note={quantityNote}
        onChange={setWantedQuantity}
        onCommit={submitQuantity}
      />
      <Button
        variant="text"
        name="intent"
        value="update"
        aria-describedby={titleId}
        data-settled={(isHydrated && wantedQuantity === quantity) || undefined}
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
