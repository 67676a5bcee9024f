import { z } from 'zod'
import type { Bag } from '#server/bag/bag.ts'
import type { StaffProduct } from '#server/catalogue/staff-products.ts'
import { parseId } from '../http/ids.ts'
import { siteOrigin } from '../http/origin.server.ts'
import { isShopError } from '../http/responses.server.ts'
import { muted, stack } from '../styles/shared.css.ts'
import { bagLinkTexts as texts } from '../texts/backoffice/customers.ts'
import { formatDay, formatMoney } from '../texts/format.ts'
import { backofficeQuoteTexts as quoteTexts } from '../texts/quotes.ts'
import { shareTexts } from '../texts/shared-bag.ts'
import { Button } from '../ui/button/button.tsx'
import { Columns } from '../ui/columns/columns.tsx'
import { TextField } from '../ui/field/field.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { ShareLink } from '../ui/share-link/share-link.tsx'
import * as css from './backoffice.css.ts'
import type { View } from './document.tsx'
import { FormErrorMessage } from './form-error-message.tsx'
import * as prescriptionCss from './prescription.css.ts'
import { answerPanelId, customerName, QuoteAnswer, QuoteFacts, QuotePhoto } from './quote-parts.tsx'
import {
  type FailedForm,
  rawText,
  type StaffRequest,
  staffAction,
  staffForm,
  staffLoader,
} from './staff-pages.server.tsx'

export const loader = staffLoader(show)

/** The bag, as the answer to a customer's photo. */
export const action = staffAction(
  [
    staffForm({
      intent: 'orcar',
      schema: () => z.object({ message: rawText }),
      fields: { message: 'recado' },
      run: ({ shop, actor, url }, { message }) =>
        shop.backoffice.quotes.answer(actor, readQuoteId(url), parseLines(url.searchParams), message),
      next: ({ root }) => ({ to: `${root}/receitas`, flash: quoteTexts.sentReply }),
    }),
  ],
  show,
)

function readQuoteId({ searchParams }: URL): number {
  return parseId(searchParams.get('orcamento'))
}

const unitsField = 'unidades-'

/** A bag for a customer, as a link. What it holds stands in the page's own address: nothing is kept, and nothing of a person. */
async function show(request: StaffRequest, failedForm?: FailedForm): Promise<View> {
  const { shop, actor, url, root } = request
  const term = (url.searchParams.get('busca') ?? '').trim()
  const lines = parseLines(url.searchParams)
  const branch = await shop.delivery.findBranch(actor.branchId ?? 0)
  const [products, review, records] = await Promise.all([
    term === '' ? [] : shop.backoffice.products.searchProducts(actor, term),
    shop.bags.review({ lines }, branch.id),
    shop.catalogue.productRecords(lines.map(({ productId }) => productId)),
  ])
  const { link, refusal } = linkOf(request, lines)
  const details = readQuoteId(url) > 0 ? await shop.backoffice.quotes.find(actor, readQuoteId(url)) : null
  const search = <ProductSearch term={term} products={products} />
  const bagPanel = (
    <Panel title={texts.bag}>
      {lines.length === 0 && <p className={muted}>{texts.empty}</p>}
      {lines.map(({ productId, quantity }) => (
        <TextField
          key={productId}
          label={texts.units(records.get(productId)?.name ?? String(productId))}
          name={`${unitsField}${productId}`}
          inputMode="numeric"
          maxLength={4}
          defaultValue={quantity}
        />
      ))}
      {review.dropped.map(({ productId, name }) => (
        <p key={productId}>{texts.absent(name)}</p>
      ))}
      {lines.length > 0 && (
        <div>
          <Button variant="outline">{texts.update}</Button>
          <p className={muted}>{texts.unitsHint}</p>
        </div>
      )}
      {link && !details && (
        <ShareLink
          url={link.url}
          label={shareTexts.label}
          hint={shareTexts.lasts(formatDay(link.lastDay))}
          message={shareTexts.message(shop.profile.name, link.url)}
        />
      )}
    </Panel>
  )
  const form = (
    <form className={stack} action={`${root}/sacola`}>
      {details && <input type="hidden" name="orcamento" value={details.quote.prescriptionId} />}
      {refusal && <FormErrorMessage>{refusal}</FormErrorMessage>}
      {details ? (
        <>
          {search}
          {bagPanel}
        </>
      ) : (
        <Columns ratio="aside">
          <div className={stack}>{search}</div>
          {bagPanel}
        </Columns>
      )}
    </form>
  )
  const self = url.pathname + url.search
  return {
    title: details ? quoteTexts.title(customerName(details)) : texts.title,
    ...(details?.quote.answeredAt === null && {
      skipTo: { id: answerPanelId, text: quoteTexts.skipToAnswer, key: 's' },
    }),
    body: (
      <div className={stack}>
        <h1 className={css.top}>{details ? quoteTexts.title(customerName(details)) : texts.title}</h1>
        {failedForm && <FormErrorMessage>{failedForm.message}</FormErrorMessage>}
        {details ? (
          <div className={prescriptionCss.reviewLayout}>
            <div className={`${stack} ${prescriptionCss.file}`}>
              <QuotePhoto details={details} root={root} path={self} />
            </div>
            <div className={`${stack} ${prescriptionCss.request}`}>
              <QuoteFacts details={details} />
              {form}
            </div>
            <div className={prescriptionCss.answer}>
              <QuoteAnswer details={details} lineCount={lines.length} failedForm={failedForm} action={self} />
            </div>
          </div>
        ) : (
          <>
            <p className={muted}>{texts.hint}</p>
            {form}
          </>
        )}
      </div>
    ),
  }
}

/** A product is found by its name or code, and added. */
function ProductSearch({ term, products }: { term: string; products: StaffProduct[] }) {
  return (
    <Panel as="div">
      <TextField
        label={texts.search}
        id="busca-produto"
        name="busca"
        type="search"
        defaultValue={term}
        // What was searched is added, or another is searched: the photo has been read.
        autoFocus={term !== ''}
        action={<Button variant="outline">{texts.submit}</Button>}
      />
      {term !== '' && products.length === 0 && <p>{texts.noProducts}</p>}
      {products.length > 0 && (
        <ul className={stack} aria-label={texts.productsFor(term)}>
          {products.slice(0, 20).map(({ id, name, fromCents }) => (
            <li key={id} className={css.product}>
              <Button variant="outline" name="somar" value={id} aria-label={`${texts.add} ${name}`}>
                {texts.add}
              </Button>
              <span>
                {name} <small className={muted}>{formatMoney(fromCents)}</small>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** What was typed, and one more of what was added. */
function parseLines(search: URLSearchParams): Bag['lines'] {
  const units = new Map<number, number>()
  for (const [name, text] of search) {
    const productId = name.startsWith(unitsField) ? parseId(name.slice(unitsField.length)) : 0
    if (productId > 0) units.set(productId, Number(/^\d{1,4}$/.exec(text.trim())?.[0] ?? 1))
  }
  const more = parseId(search.get('somar'))
  if (more > 0) units.set(more, (units.get(more) ?? 0) + 1)
  return [...units].filter(([, quantity]) => quantity > 0).map(([productId, quantity]) => ({ productId, quantity }))
}

function linkOf({ shop, args }: StaffRequest, lines: Bag['lines']) {
  if (lines.length === 0) return {}
  const { links } = shop.bags
  try {
    return { link: { url: `${siteOrigin(args)}/sacola/${links.create(lines)}`, lastDay: links.lastDay() } }
  } catch (error) {
    if (!isShopError(error)) throw error
    return { refusal: error.message }
  }
}
