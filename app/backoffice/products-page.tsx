import type { ProductFilter } from '#server/catalogue/staff-products.ts'
import { visuallyHidden } from '../styles/shared.css.ts'
import { importTexts } from '../texts/backoffice/import.ts'
import { promotionSelectionTexts, backofficeProductTexts as texts } from '../texts/backoffice/products.ts'
import { recordTexts } from '../texts/backoffice/records.ts'
import { Badge } from '../ui/badge/badge.tsx'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { Chips } from '../ui/chips/chips.tsx'
import { EmptyState } from '../ui/empty-state/empty-state.tsx'
import { TextField } from '../ui/field/field.tsx'
import * as css from './backoffice.css.ts'
import { TablePanel } from './backoffice-table.tsx'
import type { View } from './document.tsx'
import { ListPages, readPage } from './list-pages.tsx'
import { createStaffLoader, type StaffRequest } from './staff-pages.server.tsx'

const tabs = Object.keys(texts.tabs) as ProductFilter[]

export const loader = createStaffLoader(loadView)

async function loadView({ backoffice, shop, url, rootPath, isAllowed }: StaffRequest): Promise<View> {
  const term = (url.searchParams.get('busca') ?? '').trim()
  const tab = tabs.find((name) => name === url.searchParams.get('situacao')) ?? 'all'
  const products = await backoffice.products.searchProducts(term, tab, readPage(url))
  const mayDescribe = isAllowed('products.describe')
  const pending = mayDescribe ? await backoffice.records.countPending() : { count: 0 }
  const buildTabHref = (name: ProductFilter) =>
    `${rootPath}/produtos?${new URLSearchParams({ ...(term && { busca: term }), ...(name !== 'all' && { situacao: name }) })}`
  return {
    title: texts.title,
    header: (
      <>
        {pending.count > 0 && (
          <ButtonLink variant="outline" href={`${rootPath}/produtos/completar`}>
            {recordTexts.pendingLink(pending.count)}
          </ButtonLink>
        )}
        {mayDescribe && (
          <ButtonLink variant="outline" href={`${rootPath}/produtos/novo`}>
            {recordTexts.newLink}
          </ButtonLink>
        )}
        {isAllowed('products.import') && (
          <ButtonLink variant="outline" href={`${rootPath}/produtos/importar`}>
            {importTexts.link}
          </ButtonLink>
        )}
      </>
    ),
    content: (
      <>
        <form className={css.searchForm} action={`${rootPath}/produtos`}>
          {tab !== 'all' && <input type="hidden" name="situacao" value={tab} />}
          <TextField
            label={<span className={visuallyHidden}>{texts.search}</span>}
            id="busca-produto"
            name="busca"
            type="search"
            placeholder={texts.search}
            defaultValue={term}
            actionButton={<Button variant="outline">{texts.submit}</Button>}
          />
        </form>
        <Chips
          label={texts.tabsLabel}
          items={tabs.map((name) => ({ name: texts.tabs[name], href: buildTabHref(name), isCurrent: name === tab }))}
        />
        {term !== '' && products.length > 0 && isAllowed('products.promote') && (
          <p>
            <a href={`${rootPath}/produtos/promocao?${new URLSearchParams({ busca: term })}`}>
              {promotionSelectionTexts.link}
            </a>
          </p>
        )}
        {products.length === 0 ? (
          <EmptyState icon="search" title={texts.emptyTitle}>
            {texts.emptyHint}
          </EmptyState>
        ) : (
          <TablePanel caption={texts.caption(term)} columns={texts.columns}>
            {products.map((product) => (
              <tr key={product.id}>
                <th scope="row" data-wide>
                  <span className={css.productRow}>
                    {product.pictureKey && (
                      <img
                        src={`/imagens/${product.pictureKey}-160.webp`}
                        alt=""
                        width="44"
                        height="44"
                        loading="lazy"
                      />
                    )}
                    <span>
                      <a href={`${rootPath}/produtos/${product.id}`}>{product.name}</a>
                      <small>
                        {product.sku} {product.ean && `· ${product.ean}`}
                      </small>
                    </span>
                  </span>
                </th>
                <td>{texts.priceRange(product.minPriceCents, product.maxPriceCents)}</td>
                <td>{texts.stockUnits(product.stock)}</td>
                <td className={css.nowrap}>
                  {product.isPaused ? (
                    <Badge tone="low">{texts.paused}</Badge>
                  ) : product.stock > 0 ? (
                    <Badge tone="ok">{texts.onSale}</Badge>
                  ) : (
                    <Badge>{texts.soldOut}</Badge>
                  )}
                </td>
              </tr>
            ))}
          </TablePanel>
        )}
        <ListPages url={url} hasMore={products.length === shop.backoffice.listSizes.products} />
      </>
    ),
  }
}
