import type { BranchStateRates } from '#server/backoffice/ceilings.ts'
import type { PriceAboveCeiling } from '#server/catalogue/import/price-check.ts'
import { muted, row, stack } from '../styles/shared.css.ts'
import { backofficeCeilingTexts as texts } from '../texts/backoffice/ceilings.ts'
import { ButtonLink } from '../ui/button/button.tsx'
import { Checkbox, TextField } from '../ui/field/field.tsx'
import { toCheckboxProps } from '../ui/field/field-props.ts'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import * as css from './backoffice.css.ts'
import { BackofficeTable } from './backoffice-table.tsx'
import type { View } from './document.tsx'
import { IntentRow } from './intent-button.tsx'
import { ListPages, readPage } from './list-pages.tsx'
import { readUpload } from './read-upload.ts'
import { showStaffForm } from './staff-form.server.tsx'
import { createStaffAction, createStaffLoader, defineStaffForm, type StaffRequest } from './staff-pages.server.tsx'

/** In the address: the page then compares every branch's prices. */
const comparisonParam = 'acima'
const pricesPerPage = 200

export const loader = createStaffLoader(loadView)

/** 'Guardar lista': it takes the place of the one before. */
const uploadForm = defineStaffForm({
  intent: 'lista',
  schema: ({ backoffice }) => backoffice.forms.CeilingUpload,
  run: async ({ backoffice, seenHash }, { file, mayBeOlder }) =>
    backoffice.ceilings.uploadCeilings({ content: await readUpload(file), mayBeOlder }, seenHash),
  respond: ({ rootPath }, { publishedOn, medicineCount, priceCountAbove }) => ({
    to: `${rootPath}/produtos/tetos${priceCountAbove > 0 ? `?${comparisonParam}=1` : ''}`,
    flash: texts.uploadedMessage(publishedOn, medicineCount, priceCountAbove),
  }),
})

/** 'Salvar alíquotas' of one state. */
const ratesForm = defineStaffForm({
  intent: 'aliquotas',
  schema: ({ backoffice }) => backoffice.forms.CeilingRates,
  run: async ({ backoffice, seenHash }, rates) => {
    await backoffice.ceilings.setCeilingRates(rates, seenHash)
    return rates.state
  },
  respond: (_, state) => ({ flash: texts.savedRatesMessage(state) }),
})

export const action = createStaffAction([uploadForm, ratesForm], loadView)

async function loadView(request: StaffRequest): Promise<View> {
  const { backoffice, rootPath, url } = request
  const { list, listHash, stateRates, statelessBranchNames } = await backoffice.ceilings.getCeilings()
  const pricesAbove = url.searchParams.has(comparisonParam) ? await backoffice.ceilings.listPricesAboveCeiling() : null
  const { field, failedForm, seenState } = showStaffForm(uploadForm, request, { texts: texts.uploadFields })
  return {
    title: texts.title,
    content: (
      <>
        <p className={muted}>{texts.intro}</p>
        <Panel title={texts.listTitle}>
          <PostForm className={stack} action={`${rootPath}/produtos/tetos`} encType="multipart/form-data">
            <p>{list ? texts.list(list.publishedOn, list.packCount) : texts.noList}</p>
            <TextField
              {...field('file')}
              type="file"
              accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            />
            {seenState(listHash)}
            {failedForm?.errorCode === 'ceilings.older' && <Checkbox {...toCheckboxProps(field('mayBeOlder'))} />}
            <IntentRow intent="lista" label={texts.upload} />
          </PostForm>
        </Panel>
        {stateRates.map((rates) => (
          <RatesPanel key={rates.state} rates={rates} request={request} />
        ))}
        {statelessBranchNames.length > 0 && <p>{texts.stateless(statelessBranchNames)}</p>}
        {pricesAbove ? (
          <PricesAbovePanel prices={pricesAbove} rootPath={rootPath} url={url} />
        ) : (
          <div className={row}>
            <ButtonLink variant="outline" href={`${rootPath}/produtos/tetos?${comparisonParam}=1`}>
              {texts.showAbove}
            </ButtonLink>
          </div>
        )}
      </>
    ),
  }
}

function RatesPanel({ rates, request }: { rates: BranchStateRates; request: StaffRequest }) {
  const { state, branchNames, generic, other, seenHash } = rates
  const values = {
    genericRate: toFieldValue(generic.rate),
    otherRate: toFieldValue(other.rate),
    source: generic.source || other.source,
  }
  const { field, seenState } = showStaffForm(ratesForm, request, { texts: texts.rateFields, values, row: { state } })
  const sourceDate = generic.sourceDate || other.sourceDate
  return (
    <Panel title={texts.ratesTitle(state)}>
      <PostForm className={stack} action={`${request.rootPath}/produtos/tetos`}>
        <p className={muted}>
          {texts.branches(branchNames)} {sourceDate && texts.sourceDate(sourceDate)}
        </p>
        {(generic.rate === null || other.rate === null) && <p>{texts.noRate}</p>}
        <input type="hidden" name="state" value={state} />
        <TextField {...field('genericRate')} />
        <TextField {...field('otherRate')} />
        <TextField {...field('source')} />
        {seenState(seenHash)}
        <IntentRow intent="aliquotas" label={texts.saveRates} subject={state} variant="outline" />
      </PostForm>
    </Panel>
  )
}

/** `17,5 %` as it is typed. */
function toFieldValue(rate: string | null): string {
  return rate?.replace(' %', '') ?? ''
}

type PricesAbovePanelProps = { prices: (PriceAboveCeiling & { branchName: string })[]; rootPath: string; url: URL }

function PricesAbovePanel({ prices, rootPath, url }: PricesAbovePanelProps) {
  if (prices.length === 0) return <Panel title={texts.aboveTitle}>{texts.above(0)}</Panel>
  const lastIndex = readPage(url) * pricesPerPage
  return (
    <section className={css.tablePanel} aria-label={texts.aboveTitle}>
      <BackofficeTable caption={texts.above(prices.length)} columns={texts.aboveColumns} numericColumnIndexes={[2]}>
        {prices
          .slice(lastIndex - pricesPerPage, lastIndex)
          .map(({ productId, sku, name, branchId, branchName, priceCents, ceiling }) => (
            <tr key={`${productId}-${branchId}`}>
              <th scope="row" data-wide>
                <a href={`${rootPath}/produtos/${productId}`}>{name}</a>
                <small>{sku}</small>
              </th>
              <td data-label={texts.aboveColumns[1]}>{branchName}</td>
              <td data-label={texts.aboveColumns[2]} className={css.numericCell}>
                {texts.price(priceCents)}
              </td>
              <td data-label={texts.aboveColumns[3]}>{texts.ceiling(ceiling)}</td>
            </tr>
          ))}
      </BackofficeTable>
      <div className={css.tableFooter}>
        <ListPages url={url} hasMore={prices.length > lastIndex} />
      </div>
    </section>
  )
}
