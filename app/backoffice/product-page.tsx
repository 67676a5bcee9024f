import type { StaffOffer, StaffProduct } from '#server/catalogue/staff-products.ts'
import { muted, row, stack, visuallyHidden } from '../styles/shared.css.ts'
import { backofficeOrderTexts } from '../texts/backoffice/orders.ts'
import { productPictureTexts, backofficeProductTexts as texts } from '../texts/backoffice/products.ts'
import { recordTexts } from '../texts/backoffice/records.ts'
import { type CeilingValues, formatCeiling } from '../texts/ceilings.ts'
import { formatMoney } from '../texts/format.ts'
import { formatMoneyInput } from '../texts/money.ts'
import { Badge } from '../ui/badge/badge.tsx'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { TextField } from '../ui/field/field.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { AuditLog } from './audit-log.tsx'
import * as css from './backoffice.css.ts'
import type { View } from './document.tsx'
import { IntentRow } from './intent-button.tsx'
import { ProductDetailsPanel } from './product-details-panel.tsx'
import {
  changeDetailsForm,
  changeOfferForm,
  changePictureForm,
  endPromotionForm,
  pauseProductForm,
  resumeProductForm,
  savePromotionForm,
  setSafetyStockForm,
} from './product-forms.server.ts'
import { PromotionPanel } from './promotion-panel.tsx'
import { SeenState } from './seen-state.tsx'
import { showStaffForm } from './staff-form.server.tsx'
import { createStaffAction, createStaffLoader, type StaffRequest } from './staff-pages.server.tsx'
import * as todayCss from './today.css.ts'

export const loader = createStaffLoader(loadView)

export const action = createStaffAction(
  [
    pauseProductForm,
    resumeProductForm,
    savePromotionForm,
    endPromotionForm,
    changePictureForm,
    changeDetailsForm,
    setSafetyStockForm,
    changeOfferForm,
  ],
  loadView,
)

async function loadView(request: StaffRequest): Promise<View> {
  const { id, backoffice, shop, rootPath, isAllowed } = request
  const { product, offers, promotion, auditEntries, pauseHash, detailsHash } = await backoffice.products.getProduct(id)
  const ceilings = listDifferentCeilings(offers)
  return {
    title: product.name,
    header: (
      <>
        {product.isPaused && <Badge tone="low">{texts.paused}</Badge>}
        <a className={css.alignEnd} href={`/produto/${product.slug}`}>
          {texts.viewInShop}
        </a>
        {isAllowed('products.describe') && (
          <ButtonLink variant="outline" href={`${rootPath}/produtos/${product.id}/cadastro`}>
            {recordTexts.editLink}
          </ButtonLink>
        )}
      </>
    ),
    content: (
      <>
        <p className={muted}>
          {product.sku} · {product.ean ?? backofficeOrderTexts.noBarcode}
          {ceilings.length > 0 && ` · ${texts.ceilings(ceilings)}`}
        </p>
        <div className={css.tablePanel}>
          <table className={css.staffTable} data-stacked>
            <caption>{texts.offersTitle}</caption>
            <thead>
              <tr>
                <th scope="col">{texts.offerColumns[0]}</th>
                <th scope="col" colSpan={3}>
                  <span className={css.offerGrid}>
                    {texts.offerColumns.slice(1).map((name) => (
                      <span key={name}>{name}</span>
                    ))}
                  </span>
                </th>
              </tr>
            </thead>
            <tbody>
              {offers.map((offer) => (
                <tr key={offer.branchId}>
                  <th scope="row" data-wide>
                    {offer.branchName}
                  </th>
                  <td colSpan={3} data-wide>
                    <OfferForm
                      offer={offer}
                      mayChangePrice={isAllowed('products.price')}
                      mayChangeStock={isAllowed('products.stock')}
                      mayExceedCeiling={isAllowed('products.exceedCeiling')}
                      request={request}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {isAllowed('products.stock') && (
            <div className={css.tableFooter}>
              <p className={muted}>{texts.stockHint}</p>
            </div>
          )}
        </div>
        <div className={todayCss.reportGrid}>
          {isAllowed('products.stock') && <SafetyStockPanel product={product} request={request} />}
          {isAllowed('products.pause') && (
            <Panel title={texts.pauseTitle}>
              <PostForm className={row}>
                <SeenState seenHash={pauseHash} />
                <Button
                  variant={product.isPaused ? 'solid' : 'danger'}
                  name="intent"
                  value={product.isPaused ? 'retomar' : 'pausar'}
                >
                  {product.isPaused ? texts.resume : texts.pause}
                </Button>
              </PostForm>
            </Panel>
          )}
          {isAllowed('products.promote') && (
            <PromotionPanel
              product={product}
              offers={offers}
              promotion={promotion}
              now={shop.clock.now()}
              request={request}
            />
          )}
          {isAllowed('products.picture') && <PicturePanel product={product} request={request} />}
          {isAllowed('products.describe') && (
            <ProductDetailsPanel product={product} seenHash={detailsHash} request={request} />
          )}
          {auditEntries.length > 0 && (
            <Panel title={backofficeOrderTexts.auditTitle}>
              <AuditLog entries={auditEntries} now={shop.clock.now()} />
            </Panel>
          )}
        </div>
      </>
    ),
  }
}

/** Those of all branches, each once. */
function listDifferentCeilings(offers: StaffOffer[]): CeilingValues[] {
  const ceilings = offers.flatMap(({ ceiling }) => ceiling ?? [])
  return [...new Map(ceilings.map((ceiling) => [formatCeiling(ceiling), ceiling])).values()]
}

type ProductPanelProps = { product: StaffProduct; request: StaffRequest }

/** It counts in every branch, so it is for who works in all of them. */
function SafetyStockPanel({ product, request }: ProductPanelProps) {
  if (request.actor.branchId !== null) return null
  const safetyStock = String(product.safetyStock ?? '')
  const { field } = showStaffForm(setSafetyStockForm, request, { texts: texts.safetyFields, values: { safetyStock } })
  return (
    <Panel title={texts.safetyTitle}>
      <PostForm className={stack}>
        <input type="hidden" name="seen_safety_stock" value={safetyStock} />
        <TextField {...field('safetyStock')} />
        <IntentRow intent="seguranca" label={texts.saveSafety} variant="outline" />
      </PostForm>
    </Panel>
  )
}

function PicturePanel({ product, request }: ProductPanelProps) {
  if (!product.isImageShown) return <Panel title={productPictureTexts.title}>{productPictureTexts.forbiddenHint}</Panel>
  const { pictureKey, name } = product
  const { field } = showStaffForm(changePictureForm, request, {
    texts: {
      picture: [
        pictureKey ? productPictureTexts.replacePicture : productPictureTexts.addPicture,
        productPictureTexts.hint,
      ],
    },
  })
  return (
    <Panel title={productPictureTexts.title}>
      {pictureKey && <img src={`/imagens/${pictureKey}-160.webp`} alt={name} width="160" height="160" />}
      <PostForm className={stack} encType="multipart/form-data">
        <input type="hidden" name="current_picture_key" value={pictureKey ?? ''} />
        <TextField {...field('picture')} />
        <IntentRow intent="foto" label={productPictureTexts.save} variant="outline" />
      </PostForm>
    </Panel>
  )
}

type OfferFormProps = {
  offer: StaffOffer & { branchName: string }
  mayChangePrice: boolean
  mayChangeStock: boolean
  mayExceedCeiling: boolean
  request: StaffRequest
}

/** One branch's price and stock: fields for staff who may change them, else text. With both as they are now, for the check. */
function OfferForm({ offer, mayChangePrice, mayChangeStock, mayExceedCeiling, request }: OfferFormProps) {
  const { branchId, branchName, priceCents, stock, shelfUnits, reservedUnits, safetyStock } = offer
  const shortageUnits = reservedUnits - shelfUnits
  const { field, failedForm } = showStaffForm(changeOfferForm, request, {
    texts: texts.offerFields,
    values: { price: formatMoneyInput(priceCents), stock: String(shelfUnits) },
    row: { branch: branchId },
  })
  const offerField = (input: 'price' | 'stock') => {
    // Below both fields: a phone's columns are too narrow for a message.
    const { error: _, label, ...props } = field(input)
    return { ...props, isOptional: false, label: <ColumnLabel text={label} branchName={branchName} /> }
  }
  return (
    <PostForm className={css.offerGrid}>
      <input type="hidden" name="branch" value={branchId} />
      <input type="hidden" name="seen_price" value={priceCents} />
      <input type="hidden" name="seen_stock" value={shelfUnits} />
      {mayChangePrice ? (
        <TextField {...offerField('price')} inputMode="decimal" />
      ) : (
        <span>{formatMoney(priceCents)}</span>
      )}
      {mayChangeStock ? <TextField {...offerField('stock')} /> : <span>{shelfUnits}</span>}
      {(mayChangePrice || mayChangeStock) && (
        <Button variant="outline">
          {texts.save}
          <span className={visuallyHidden}>{texts.inBranchSuffix(branchName)}</span>
        </Button>
      )}
      <small className={muted}>
        {texts.shelfSummary(shelfUnits, reservedUnits, safetyStock, Math.max(0, stock - safetyStock))}
        {shortageUnits > 0 && <b data-bad=""> {texts.shortage(shortageUnits)}</b>}
      </small>
      {failedForm && (
        <small>
          {[field('price').error, field('stock').error].map(
            (error) =>
              error && (
                <b key={error} data-bad="">
                  {error}
                  <br />
                </b>
              ),
          )}
          {texts.currentValues(priceCents, shelfUnits)}
        </small>
      )}
      {failedForm?.errorCode === 'offer.ceiling' && mayExceedCeiling && (
        <div className={css.offerWideField}>
          <TextField {...field('ceilingReason')} isOptional={false} />
        </div>
      )}
    </PostForm>
  )
}

/** The column's heading says it, except on a phone, which has none. */
function ColumnLabel({ text, branchName }: { text: string; branchName: string }) {
  return (
    <span className={css.phoneOnly}>
      {text}
      <span className={visuallyHidden}>{texts.inBranchSuffix(branchName)}</span>
    </span>
  )
}
