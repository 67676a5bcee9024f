import type { Bag } from '#server/bag/bag.ts'
import type { StaffProduct } from '#server/catalogue/staff-products.ts'
import { parseId } from '../http/ids.ts'
import { getSiteOrigin } from '../http/origin.server.ts'
import { isShopError } from '../http/responses.server.ts'
import { muted, stack } from '../styles/shared.css.ts'
import { bagLinkTexts as texts } from '../texts/backoffice/customers.ts'
import { formatDay, formatMoney } from '../texts/format.ts'
import { backofficeQuoteTexts as quoteTexts } from '../texts/quotes.ts'
import { bagSharingTexts } from '../texts/shared-bag.ts'
import { Button } from '../ui/button/button.tsx'
import { Columns } from '../ui/columns/columns.tsx'
import { TextField } from '../ui/field/field.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { ShareLink } from '../ui/share-link/share-link.tsx'
import * as css from './backoffice.css.ts'
import type { View } from './document.tsx'
import { FormErrorMessage } from './form-error-message.tsx'
import { RestHint } from './list-pages.tsx'
import * as prescriptionCss from './prescription.css.ts'
import { formatCustomerName, QuoteDetails, QuotePhoto, QuoteReplyPanel, replyPanelId } from './quote-panels.tsx'
import { showStaffForm } from './staff-form.server.tsx'
import { createStaffAction, createStaffLoader, defineStaffForm, type StaffRequest } from './staff-pages.server.tsx'

export const loader = createStaffLoader(loadView)

const replyToQuoteForm = defineStaffForm({
  intent: 'orcar',
  schema: ({ backoffice }) => backoffice.forms.QuoteReply,
  run: ({ backoffice, url }, { message }) =>
    backoffice.quotes.replyToQuote(readQuoteId(url), parseBagLines(url.searchParams), message),
  respond: ({ rootPath }) => ({ to: `${rootPath}/receitas`, flash: quoteTexts.sentMessage }),
})

export const action = createStaffAction([replyToQuoteForm], loadView)

function readQuoteId({ searchParams }: URL): number {
  return parseId(searchParams.get('orcamento'))
}

const quantityFieldPrefix = 'unidades-'

/** A bag for a customer, as a link. Its lines stand in the page's own URL: nothing is stored, and nothing about a person. */
async function loadView(request: StaffRequest): Promise<View> {
  const { backoffice, shop, actor, url, rootPath } = request
  const searchTerm = (url.searchParams.get('busca') ?? '').trim()
  const bagLines = parseBagLines(url.searchParams)
  const branch = await shop.delivery.getBranchOrDefault(actor.branchId ?? 0)
  const [products, reviewedBag, productsById] = await Promise.all([
    searchTerm === '' ? [] : backoffice.products.searchProducts(searchTerm),
    shop.bags.reviewBag({ lines: bagLines }, branch.id),
    shop.catalogue.loadProductRecords(bagLines.map(({ productId }) => productId)),
  ])
  const { link: shareLink, linkError: shareLinkError } = createShareLink(request, bagLines)
  const quoteDetails = readQuoteId(url) > 0 ? await backoffice.quotes.getQuote(readQuoteId(url)) : null
  const { field } = showStaffForm(replyToQuoteForm, request, { texts: quoteTexts.fields })
  const searchPanel = (
    <ProductSearch term={searchTerm} products={products} maxCount={shop.backoffice.listSizes.products} />
  )
  const bagPanel = (
    <Panel title={texts.bagTitle}>
      {bagLines.length === 0 && <p className={muted}>{texts.emptyHint}</p>}
      {bagLines.map(({ productId, quantity }) => (
        <TextField
          key={productId}
          label={texts.unitsLabel(productsById.get(productId)?.name ?? String(productId))}
          name={`${quantityFieldPrefix}${productId}`}
          inputMode="numeric"
          defaultValue={quantity}
        />
      ))}
      {reviewedBag.droppedLines.map(({ productId, name }) => (
        <p key={productId}>{texts.unavailable(name)}</p>
      ))}
      {bagLines.length > 0 && (
        <div>
          <Button variant="outline">{texts.update}</Button>
          <p className={muted}>{texts.unitsHint}</p>
        </div>
      )}
      {shareLink && !quoteDetails && (
        <ShareLink
          url={shareLink.url}
          label={bagSharingTexts.label}
          hint={bagSharingTexts.validUntil(formatDay(shareLink.lastDay))}
          message={bagSharingTexts.message(shop.profile.name, shareLink.url)}
        />
      )}
    </Panel>
  )
  const bagForm = (
    <form className={stack} action={`${rootPath}/sacola`}>
      {quoteDetails && <input type="hidden" name="orcamento" value={quoteDetails.quote.prescriptionId} />}
      {shareLinkError && <FormErrorMessage>{shareLinkError}</FormErrorMessage>}
      {quoteDetails ? (
        <>
          {searchPanel}
          {bagPanel}
        </>
      ) : (
        <Columns layout="aside">
          <div className={stack}>{searchPanel}</div>
          {bagPanel}
        </Columns>
      )}
    </form>
  )
  const currentPath = url.pathname + url.search
  return {
    title: quoteDetails ? quoteTexts.title(formatCustomerName(quoteDetails)) : texts.title,
    ...(quoteDetails?.quote.answeredAt === null && {
      skipLink: { id: replyPanelId, text: quoteTexts.skipToAnswer, accessKey: 's' },
    }),
    content: (
      <>
        {quoteDetails ? (
          <div className={prescriptionCss.reviewLayout}>
            <div className={`${stack} ${prescriptionCss.fileArea}`}>
              <QuotePhoto details={quoteDetails} rootPath={rootPath} pagePath={currentPath} />
            </div>
            <div className={`${stack} ${prescriptionCss.requestArea}`}>
              <QuoteDetails details={quoteDetails} />
              {bagForm}
            </div>
            <div className={prescriptionCss.actionArea}>
              <QuoteReplyPanel details={quoteDetails} lineCount={bagLines.length} field={field} action={currentPath} />
            </div>
          </div>
        ) : (
          <>
            <p className={muted}>{texts.hint}</p>
            {bagForm}
          </>
        )}
      </>
    ),
  }
}

/** A product is found by its name or code, and added. */
function ProductSearch({ term, products, maxCount }: { term: string; products: StaffProduct[]; maxCount: number }) {
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
        actionButton={<Button variant="outline">{texts.submit}</Button>}
      />
      {term !== '' && products.length === 0 && <p>{texts.noProducts}</p>}
      {products.length > 0 && (
        <ul className={stack} aria-label={texts.productsFor(term)}>
          {products.map(({ id, name, minPriceCents }) => (
            <li key={id} className={css.productRow}>
              <Button variant="outline" name="somar" value={id} aria-label={`${texts.add} ${name}`}>
                {texts.add}
              </Button>
              <span>
                {name} <small className={muted}>{formatMoney(minPriceCents)}</small>
              </span>
            </li>
          ))}
        </ul>
      )}
      <RestHint shownCount={products.length} maxCount={maxCount}>
        {texts.moreProducts(maxCount)}
      </RestHint>
    </Panel>
  )
}

/** What was typed, and one more of what was added. */
function parseBagLines(params: URLSearchParams): Bag['lines'] {
  const quantityByProductId = new Map<number, number>()
  for (const [name, text] of params) {
    const productId = name.startsWith(quantityFieldPrefix) ? parseId(name.slice(quantityFieldPrefix.length)) : 0
    if (productId > 0) quantityByProductId.set(productId, Number(/^\d{1,4}$/.exec(text.trim())?.[0] ?? 1))
  }
  const addedProductId = parseId(params.get('somar'))
  if (addedProductId > 0) quantityByProductId.set(addedProductId, (quantityByProductId.get(addedProductId) ?? 0) + 1)
  return [...quantityByProductId]
    .filter(([, quantity]) => quantity > 0)
    .map(([productId, quantity]) => ({ productId, quantity }))
}

function createShareLink({ shop, args }: StaffRequest, lines: Bag['lines']) {
  if (lines.length === 0) return {}
  const { links } = shop.bags
  try {
    return {
      link: { url: `${getSiteOrigin(args)}/sacola/${links.createToken(lines)}`, lastDay: links.getLastValidDay() },
    }
  } catch (error) {
    if (!isShopError(error)) throw error
    return { linkError: error.message }
  }
}
