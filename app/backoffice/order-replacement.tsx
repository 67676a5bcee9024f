import type { BackofficeOrder } from '#server/backoffice/orders.ts'
import type { FoundReplacement, listProposalsAndOffers } from '#server/backoffice/proposals.ts'
import { parseId } from '../http/ids.ts'
import { muted, row, stack } from '../styles/shared.css.ts'
import { formatMoney } from '../texts/format.ts'
import { proposalTexts as texts } from '../texts/proposals.ts'
import { Button } from '../ui/button/button.tsx'
import { FieldSet, Select, TextField } from '../ui/field/field.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { RadioCard } from '../ui/radio-card/radio-card.tsx'
import * as css from './backoffice.css.ts'
import { IntentButton } from './intent-button.tsx'
import { RestHint } from './list-pages.tsx'
import { sendReplacementForm } from './order-change-forms.server.ts'
import { noProposal, toOfferValue } from './order-forms.server.ts'
import { toItemValue } from './order-item-fields.tsx'
import { showStaffForm } from './staff-form.server.tsx'
import type { StaffRequest } from './staff-pages.server.tsx'

interface ReplacementSearchProps {
  details: BackofficeOrder
  proposalOverview: Awaited<ReturnType<typeof listProposalsAndOffers>>
  /** Null before somebody has searched. */
  replacements: FoundReplacement[] | null
  request: StaffRequest
}

const searchParam = 'busca'
/** The product in whose place another one is looked for. */
const replacedParam = 'trocar'
const panelId = 'troca'

/** What was looked for in place of a line, by the page's address. */
export async function loadReplacements({ id, backoffice, url }: StaffRequest): Promise<FoundReplacement[] | null> {
  const text = (url.searchParams.get(searchParam) ?? '').trim()
  if (text === '') return null
  const productId = parseId(url.searchParams.get(replacedParam))
  return backoffice.proposals.searchReplacements(id, productId, text)
}

/** Any product that the branch sells, to be proposed to the customer in place of what is short. */
export function ReplacementSearch(props: ReplacementSearchProps) {
  const { details, proposalOverview, replacements, request } = props
  const { status } = details.order
  const linesToPick = details.lines.filter(({ unitsToPick }) => unitsToPick > 0)
  const isOpen = proposalOverview.proposals[0]?.state === 'open'
  if ((status !== 'paid' && status !== 'preparing') || isOpen || linesToPick.length === 0) return null
  const { url } = request
  const productId = parseId(url.searchParams.get(replacedParam))
  return (
    <details className={`${css.tablePanel} ${css.collapsibleForm}`} id={panelId} open={replacements !== null}>
      <summary>{texts.searchTitle}</summary>
      <form className={stack} action={`${url.pathname}#${panelId}`}>
        <Select
          id="trocar"
          name={replacedParam}
          label={texts.searchFields.item[0]}
          defaultValue={productId || undefined}
          options={linesToPick.map((line) => [line.productId, line.name])}
        />
        <TextField
          id="busca-troca"
          name={searchParam}
          label={texts.searchFields.busca[0]}
          defaultValue={url.searchParams.get(searchParam) ?? ''}
          required
        />
        <div className={row}>
          <Button variant="outline">{texts.search}</Button>
        </div>
      </form>
      {replacements !== null && <Results {...props} replacements={replacements} productId={productId} />}
    </details>
  )
}

function Results({
  details,
  proposalOverview: { proposals },
  replacements,
  request,
  productId,
}: ReplacementSearchProps & { replacements: FoundReplacement[]; productId: number }) {
  const line = details.lines.find((candidate) => candidate.productId === productId)
  const { field, failedForm } = showStaffForm(sendReplacementForm, request, {
    texts: { units: texts.fields.units },
    values: { units: '1' },
  })
  if (!line || replacements.length === 0) return <p>{texts.noResults}</p>
  return (
    <PostForm className={stack}>
      <input type="hidden" name="latest_proposal" value={proposals[0]?.id ?? noProposal} />
      <input type="hidden" name="item" value={toItemValue(line)} />
      <FieldSet legend={texts.resultsLegend} id="offer_value" error={failedForm?.getFieldError('offer_value') ?? null}>
        {replacements.map(({ offer, differenceCents, stock, obstacle }) => (
          <RadioCard
            key={offer.productId}
            name="offer_value"
            value={toOfferValue(offer)}
            disabled={obstacle !== null}
            label={offer.name}
            detail={
              obstacle === null
                ? `${texts.inStock(stock)}, ${texts.difference(differenceCents)}`
                : texts.obstacles[obstacle]
            }
            trailingContent={formatMoney(offer.priceCents)}
          />
        ))}
      </FieldSet>
      <RestHint shownCount={replacements.length} maxCount={request.shop.backoffice.listSizes.products}>
        {texts.moreResults(replacements.length)}
      </RestHint>
      <TextField {...field('units')} type="number" min={1} max={line.unitsToPick} />
      <div className={row}>
        <IntentButton intent="propor-produto" label={texts.sendResult} variant="outline" />
        <span className={muted}>{texts.hint}</span>
      </div>
    </PostForm>
  )
}
