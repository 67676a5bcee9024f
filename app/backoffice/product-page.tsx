import type { StaffOffer, StaffProduct } from '#server/catalogue/staff-products.ts'
import { parseId } from '../http/ids.ts'
import { muted, row, stack, visuallyHidden } from '../styles/shared.css.ts'
import { orderTexts } from '../texts/backoffice/orders.ts'
import { pictureTexts, productTexts as texts } from '../texts/backoffice/products.ts'
import { formatMoney } from '../texts/format.ts'
import { moneyInField } from '../texts/money.ts'
import { Badge } from '../ui/badge/badge.tsx'
import { Button } from '../ui/button/button.tsx'
import { TextField } from '../ui/field/field.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { AuditLog } from './audit-log.tsx'
import * as css from './backoffice.css.ts'
import { DetailsPanel } from './details-panel.tsx'
import type { View } from './document.tsx'
import { FormErrorMessage } from './form-error-message.tsx'
import {
  changeDetails,
  changeOffer,
  changePicture,
  endPromotion,
  pause,
  promote,
  resume,
} from './product-forms.server.ts'
import { PromotionPanel } from './promotion-panel.tsx'
import { type FailedForm, may, type StaffRequest, staffAction, staffLoader } from './staff-pages.server.tsx'

export const loader = staffLoader(show)

export const action = staffAction(
  [pause, resume, promote, endPromotion, changePicture, changeDetails, changeOffer],
  show,
)

async function show(request: StaffRequest, failedForm?: FailedForm): Promise<View> {
  const { shop, actor, params } = request
  const { product, offers, promotion, acts } = await shop.backoffice.products.findProduct(actor, parseId(params.id))
  const allowed = (permission: 'products.price' | 'products.stock' | 'products.pause') => may(shop, actor, permission)
  return {
    title: product.name,
    body: (
      <div className={stack}>
        <div className={css.top}>
          <h1>{product.name}</h1>
          {product.isPaused && <Badge tone="low">{texts.paused}</Badge>}
          <a className={css.end} href={`/produto/${product.slug}`}>
            {texts.inShop}
          </a>
        </div>
        <p className={muted}>
          {product.sku} · {product.ean ?? orderTexts.noBarcode}
          {product.ceilingCents !== null && ` · ${texts.ceiling(product.ceilingCents)}`}
        </p>
        {failedForm && <FormErrorMessage>{failedForm.message}</FormErrorMessage>}
        <div className={css.sheet}>
          <table className={css.tableStyle} data-stacked>
            <caption>{texts.offersTitle}</caption>
            <thead>
              <tr>
                <th scope="col">{texts.offerColumns[0]}</th>
                <th scope="col" colSpan={3}>
                  <span className={css.offer}>
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
                      mayPrice={allowed('products.price')}
                      mayStock={allowed('products.stock')}
                      failedForm={failedForm?.fieldValue('loja') === String(offer.branchId) ? failedForm : undefined}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {allowed('products.stock') && (
            <div className={css.sums}>
              <p className={muted}>{texts.stockHint}</p>
            </div>
          )}
        </div>
        {allowed('products.pause') && (
          <Panel title={texts.pauseTitle}>
            <PostForm className={row}>
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
        {may(shop, actor, 'products.promote') && (
          <PromotionPanel
            product={product}
            offers={offers}
            promotion={promotion}
            now={shop.clock.now()}
            failedForm={failedForm?.form === 'promover' ? failedForm : undefined}
          />
        )}
        {may(shop, actor, 'products.picture') && (
          <PicturePanel product={product} error={failedForm?.form === 'foto' ? failedForm.message : undefined} />
        )}
        {may(shop, actor, 'products.describe') && <DetailsPanel product={product} failedForm={failedForm} />}
        {acts.length > 0 && (
          <Panel title={orderTexts.acts}>
            <AuditLog acts={acts} now={shop.clock.now()} />
          </Panel>
        )}
      </div>
    ),
  }
}

function PicturePanel({ product, error }: { product: StaffProduct; error: string | undefined }) {
  if (!product.showsPicture) return <Panel title={pictureTexts.title}>{pictureTexts.forbidden}</Panel>
  const { pictureKey, name } = product
  return (
    <Panel title={pictureTexts.title}>
      {pictureKey && <img src={`/imagens/${pictureKey}-160.webp`} alt={name} width="160" height="160" />}
      <PostForm className={stack} encType="multipart/form-data">
        <input type="hidden" name="foto_vista" value={pictureKey ?? ''} />
        <TextField
          label={pictureKey ? pictureTexts.file : pictureTexts.add}
          hint={pictureTexts.hint}
          name="foto"
          type="file"
          accept="image/jpeg,image/png,image/webp"
          required
          error={error}
        />
        <div className={row}>
          <Button variant="outline" name="intent" value="foto">
            {pictureTexts.save}
          </Button>
        </div>
      </PostForm>
    </Panel>
  )
}

type OfferFormProps = {
  offer: StaffOffer & { branchName: string }
  mayPrice: boolean
  mayStock: boolean
  failedForm: FailedForm | undefined
}

/** One branch's price and stock: fields for staff who may change them, else text. With both as they are now, for the check. */
function OfferForm({ offer, mayPrice, mayStock, failedForm }: OfferFormProps) {
  const { branchId, branchName, priceCents, stock } = offer
  const value = (name: string, current: string) => failedForm?.fieldValue(name) ?? current
  // Below both fields: a phone's columns are too narrow for a sentence.
  const error = failedForm?.field === undefined ? null : failedForm.message
  return (
    <PostForm className={css.offer}>
      <input type="hidden" name="loja" value={branchId} />
      <input type="hidden" name="preco_visto" value={priceCents} />
      <input type="hidden" name="estoque_visto" value={stock} />
      {mayPrice ? (
        <TextField
          id={`preco-${branchId}`}
          name="preco"
          inputMode="decimal"
          label={<ColumnLabel text={texts.price} branch={branchName} />}
          defaultValue={value('preco', moneyInField(priceCents))}
        />
      ) : (
        <span>{formatMoney(priceCents)}</span>
      )}
      {mayStock ? (
        <TextField
          id={`estoque-${branchId}`}
          name="estoque"
          label={<ColumnLabel text={texts.stock} branch={branchName} />}
          defaultValue={value('estoque', String(stock))}
        />
      ) : (
        <span>{stock}</span>
      )}
      {(mayPrice || mayStock) && (
        <Button variant="outline">
          {texts.save}
          <span className={visuallyHidden}>{texts.of(branchName)}</span>
        </Button>
      )}
      {failedForm && (
        <small>
          {error && (
            <b data-bad="">
              {error}
              <br />
            </b>
          )}
          {texts.nowThere(priceCents, stock)}
        </small>
      )}
    </PostForm>
  )
}

/** The column's heading says it, except on a phone, which has none. */
function ColumnLabel({ text, branch }: { text: string; branch: string }) {
  return (
    <span className={css.onPhone}>
      {text}
      <span className={visuallyHidden}>{texts.of(branch)}</span>
    </span>
  )
}
