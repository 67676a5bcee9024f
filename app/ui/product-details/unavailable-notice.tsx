import { formatZipcode } from '../../texts/format.ts'
import { productTexts as texts } from '../../texts/product.ts'
import { Button } from '../button/button.tsx'
import { Message } from '../message/message.tsx'
import type { ProductView } from './product-view.ts'

type UnavailableNoticeProps = {
  product: Pick<ProductView, 'isSellableOnline' | 'isPaused' | 'slug'>
  zipcode: string | null
  /** Whether the shop does not deliver to the postal code. */
  isOutsideCoverage: boolean
  /** Where it can be bought; only for what is not sold online. */
  store: { name: string; address: string; phone: string } | null | undefined
}

/** In place of the form: why it cannot be bought here or now, and what to do instead. */
export function UnavailableNotice({
  product: { isSellableOnline, isPaused, slug },
  zipcode,
  isOutsideCoverage,
  store,
}: UnavailableNoticeProps) {
  if (!isSellableOnline) {
    return (
      <Message tone="warn">
        <p>{texts.notSoldOnline}</p>
        {store && <p>{texts.soldAt(store.name, store.address, store.phone)}</p>}
      </Message>
    )
  }
  if (isOutsideCoverage && !isPaused) {
    return (
      <Message tone="warn">
        {texts.uncovered(formatZipcode(zipcode ?? ''))}{' '}
        <a href={`/cep/avise-me?redirectTo=/produto/${slug}`}>{texts.notifyWhenCovered}</a>{' '}
        <a href="/lojas">{texts.pickUpInstead}</a>
      </Message>
    )
  }
  const hasZipcode = zipcode !== null
  return (
    <>
      <Message tone="warn">
        {isPaused ? (
          texts.paused
        ) : (
          <>
            {hasZipcode ? texts.unavailable : texts.unavailableWithoutZipcode}{' '}
            <a href={`/cep?redirectTo=/produto/${slug}`}>{hasZipcode ? texts.changeZipcode : texts.enterZipcode}</a>
          </>
        )}
      </Message>
      <form action={`/produto/${slug}/avise-me`}>
        <Button size="big">{texts.notifyMe}</Button>
      </form>
    </>
  )
}
