import { row } from '../styles/shared.css.ts'
import { promotionSelectionTexts, bagPromotionTexts as texts } from '../texts/backoffice/products.ts'
import { toIsoDay } from '../texts/dates.ts'
import { formatDay } from '../texts/format.ts'
import { Button } from '../ui/button/button.tsx'
import { TextField } from '../ui/field/field.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import * as css from './backoffice.css.ts'
import { BackofficeTable } from './backoffice-table.tsx'
import { IntentButton } from './intent-button.tsx'
import { SeenState } from './seen-state.tsx'

type ListedPromotion = {
  id: number
  title: string
  productCount: number
  startsAt: Date
  endsAt: Date | null
  seenHash: string
}

type BagPromotionsPanelProps = {
  promotions: ListedPromotion[]
  now: Date
  /** The path that its forms post to. */
  action: string
  productsPath: string
}

/** Promotions whose price depends on the bag, and the search for the products of a new one. */
export function BagPromotionsPanel({ promotions, now, action, productsPath }: BagPromotionsPanelProps) {
  return (
    <section className={css.tablePanel} id="promocoes" aria-label={texts.title}>
      <BackofficeTable caption={texts.title} columns={texts.columns}>
        {promotions.map((promotion) => (
          <tr key={promotion.id}>
            <th scope="row">
              <b>{promotion.title}</b>
            </th>
            <td data-label={texts.columns[1]}>{texts.productCount(promotion.productCount)}</td>
            <td data-wide data-label={texts.columns[2]}>
              {formatPeriod(promotion, now)}
            </td>
            <td>
              <PostForm className={row} action={action}>
                <input type="hidden" name="id" value={promotion.id} />
                <SeenState seenHash={promotion.seenHash} />
                <IntentButton intent="tirar-promocao" label={texts.remove} subject={promotion.title} variant="text" />
              </PostForm>
            </td>
          </tr>
        ))}
      </BackofficeTable>
      <div className={css.tableFooter}>
        <p className={row}>
          <a href={`${productsPath}/importar?tipo=promotions`}>{texts.importLink}</a>
          <a href={`${action}?csv=promocoes`}>{texts.exportLink}</a>
        </p>
        <form className={css.searchForm} action={`${productsPath}/promocao`}>
          <TextField
            name="busca"
            label={promotionSelectionTexts.searchLabel}
            hint={promotionSelectionTexts.panelHint}
            type="search"
            required
            maxLength={100}
            actionButton={<Button variant="outline">{promotionSelectionTexts.choose}</Button>}
          />
        </form>
      </div>
    </section>
  )
}

function formatPeriod({ startsAt, endsAt }: ListedPromotion, now: Date): string {
  const lastDay = endsAt === null ? null : formatDay(toIsoDay(new Date(endsAt.getTime() - 1)))
  return startsAt <= now ? texts.runningPeriod(lastDay) : texts.plannedPeriod(formatDay(toIsoDay(startsAt)), lastDay)
}
